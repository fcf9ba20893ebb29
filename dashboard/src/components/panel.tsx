import Container, { type ContainerProps } from '@cloudscape-design/components/container';
import Header, { type HeaderProps } from '@cloudscape-design/components/header';

interface PanelProps extends Omit<ContainerProps, 'header'>, Pick<HeaderProps, 'description' | 'actions'> {
  title: string;
}

/** A part of a page under a heading of its own. */
export function Panel({ title, description, actions, ...rest }: PanelProps) {
  return (
    <Container
      {...rest}
      header={
        <Header variant="h2" description={description} actions={actions}>
          {title}
        </Header>
      }
    />
  );
}
