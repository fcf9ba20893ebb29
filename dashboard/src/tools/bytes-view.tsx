import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useFormat, useText } from '../i18n/language.ts';
import { type Bytes, textOf } from '../signature/bytes.ts';
import { endingOf, endsInHex, visibleText } from '../signature/visible.ts';

const SHOWN_ENDS = 16;
const SHOWN_CHARACTERS = 4_000;

/** The bytes of the body, so that one sees what an editor does not show. */
export function BytesView({ body }: { body: Bytes }) {
  const text = useText('signature');
  const format = useFormat();
  if (body.length === 0) return null;
  const characters = textOf(body)?.length;
  const visible = visibleText(body);
  const { first, last } = endsInHex(body, SHOWN_ENDS);
  const length = text.lengthValue(
    format.count(body.length),
    characters === undefined ? text.notText : format.count(characters),
  );
  const mono = (value: string) => <span className="long-value">{value}</span>;
  return (
    <Container header={<Header variant="h2">{text.bytes}</Header>}>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={2}
          items={[
            { label: text.length, value: length },
            { label: text.ending, value: text.endings[endingOf(body)] },
            { label: text.first, value: mono(first) },
            { label: text.last, value: mono(last) },
          ]}
        />
        {visible !== null && (
          <div>
            <Box variant="awsui-key-label">{text.visible}</Box>
            <pre className="code-block wraps">{visible.slice(0, SHOWN_CHARACTERS)}</pre>
            <Box variant="small">
              {text.visibleWhat} {visible.length > SHOWN_CHARACTERS && text.cut}
            </Box>
          </div>
        )}
      </SpaceBetween>
    </Container>
  );
}
