import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { CodeBlock } from '../../components/code-block.tsx';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { RECEIVERS } from './receivers.ts';
import { useWebhookTexts } from './webhook-texts.ts';

/** Code that receives a webhook, in several languages. `secretHint` tells which secret is meant. */
export function ReceiverCode({ secretHint }: { secretHint: string }) {
  const text = useWebhookTexts().receiver;
  const tabs = RECEIVERS.map(({ id, name, code }) => ({
    id,
    label: name,
    content: <CodeBlock code={code({ hint: secretHint, afterwards: text.afterwards })} what={text.codeIn(name)} />,
  }));
  return (
    <Panel title={text.title} description={text.description}>
      <SpaceBetween size="m">
        <Tabs tabs={tabs} ariaLabel={text.title} />
        <div>
          <Box variant="h3">{text.rulesTitle}</Box>
          <ul>
            {[...text.rules, text.standard].map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
        <Link href={hrefOf('/tools/signature')}>{text.playground}</Link>
      </SpaceBetween>
    </Panel>
  );
}
