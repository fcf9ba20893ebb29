import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { BASE } from '../../app/config.ts';
import { shellWords } from '../../app/words.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { CopyableValue } from '../../components/copy-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { useWords } from '../../i18n/language.ts';
import { useSignedIn } from '../../session/session-context.ts';
import { apiKeyWords } from './words.ts';

/** Two calls that work unchanged, once the key is in the environment. */
export function FirstCalls() {
  const text = useWords(apiKeyWords);
  const shell = useWords(shellWords);
  const { apiBaseUrl } = useSignedIn().config;
  const create = [
    `curl -X POST '${apiBaseUrl}/payments/init' \\`,
    `  -H "Authorization: Bearer $API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"orderId":"ORDER-1","amount":10.5}'`,
  ].join('\n');
  const status = [
    `curl -G '${apiBaseUrl}/payments/status' \\`,
    `  -H "Authorization: Bearer $API_KEY" \\`,
    `  -d transactionId=tx_…`,
  ].join('\n');
  return (
    <Panel title={text.tryTitle}>
      <SpaceBetween size="s">
        <div>
          <Box variant="awsui-key-label">{text.apiBase}</Box>
          <CopyableValue value={apiBaseUrl} what={text.apiBase} />
        </div>
        <Box>{text.tryWhat}</Box>
        <CodeBlock code={create} what={text.createCode} />
        <CodeBlock code={status} what={text.statusCode} />
        <Link href={`${BASE}/docs/`} external>
          {shell.reference}
        </Link>
      </SpaceBetween>
    </Panel>
  );
}
