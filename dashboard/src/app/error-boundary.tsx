import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { Component, type ReactNode } from 'react';
import { Support } from '../components/support.tsx';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';

interface Props {
  /** Another value gives what is below another try: the path of the page. */
  resetBy?: string;
  children: ReactNode;
}

interface State {
  error: unknown;
  resetBy: string | undefined;
}

/** Limits a fault to its page: the rest of the dashboard continues to work. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetBy: this.props.resetBy };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetBy }: Props, state: State): Partial<State> | null {
    return resetBy === state.resetBy ? null : { error: undefined, resetBy };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <Fault error={this.state.error} />;
  }
}

function Fault({ error }: { error: unknown }) {
  const text = useWords(commonWords);
  // Files of an older version go away some time after a deployment.
  const isOutdated = error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message);
  return (
    <Alert
      type={isOutdated ? 'info' : 'error'}
      header={isOutdated ? text.newVersion : text.broken}
      action={<Button onClick={() => location.reload()}>{text.reloadPage}</Button>}
    >
      {isOutdated ? text.newVersionWhy : text.brokenWhy}
      {!isOutdated && <Support />}
    </Alert>
  );
}
