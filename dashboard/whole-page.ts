import { build, type OnLoadResult, type Plugin } from 'esbuild';

/** The page with all that is fetched later, as one. */
export interface WholePage {
  /** Its scripts and styles, less what nothing calls. */
  text: string;
  /** Folders of the component library that anything of it comes from. */
  components: ReadonlySet<string>;
}

const NO_STYLES: OnLoadResult = { contents: '', loader: 'css' };
const NO_SCRIPT: OnLoadResult = { contents: 'export default {}' };
const COMPONENT = /@cloudscape-design\/components\/([^/]+)\//;

/**
 * What the page at `entry` is made of, the files that `isLeftOut` matches aside. A bundler asks a plugin about a
 * module when nobody knows yet what the others want of it; so the page is put together beforehand, in half a second.
 * One look serves all who ask.
 */
export function wholePage(entry: string, isLeftOut: RegExp): () => Promise<WholePage> {
  let page: Promise<WholePage> | undefined;
  return () => {
    page ??= look(entry, isLeftOut);
    return page;
  };
}

async function look(entry: string, isLeftOut: RegExp): Promise<WholePage> {
  const leaveOut: Plugin = {
    name: 'leave-out',
    setup: ({ onLoad }) => onLoad({ filter: isLeftOut }, ({ path }) => (path.endsWith('.css') ? NO_STYLES : NO_SCRIPT)),
  };
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    outdir: 'out',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    plugins: [leaveOut],
  });
  const paths = Object.keys(metafile.inputs);
  return {
    text: outputFiles.map(({ text }) => text).join('\n'),
    components: new Set(paths.flatMap((path) => COMPONENT.exec(path.replaceAll('\\', '/'))?.[1] ?? [])),
  };
}
