import type { Plugin } from 'vite';

export interface LeanFile {
  name: string;
  /** The file of the components that is made smaller. */
  file: RegExp;
  /** What it holds, for the error when it is gone. */
  holds: string;
  change(source: string, id: string): Promise<string>;
}

/** Makes one file of the component library smaller in a build, which fails when that file is no longer there. */
export function leanPlugin({ name, file, holds, change }: LeanFile): Plugin {
  let isFound = false;
  return {
    name,
    enforce: 'pre',
    apply: 'build',
    transform(source, id) {
      if (!file.test(id)) return null;
      isFound = true;
      return change(source, id);
    },
    buildEnd(error) {
      if (!error && !isFound) throw new Error(`the ${holds} are no longer where they were`);
    },
  };
}
