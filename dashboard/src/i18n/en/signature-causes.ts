import type { Cause } from '../../signature/check.ts';
import { type Hint, SECRET_LENGTH } from '../../signature/hints.ts';

/** Each cause: what it is, and what to do. */
export const signatureCauses = {
  'final-line-break': 'Your body ends with a line break that was not sent. An editor, echo or a log added it.',
  'lost-final-line-break': 'What was signed ends with a line break that your body lacks.',
  'outer-white-space': 'Your body has white space around it that was not sent.',
  'byte-order-mark':
    'Your body begins with a byte order mark (EF BB BF) that was not sent. Something saved it as “UTF-8 with BOM”.',
  'crlf-for-lf': 'Line breaks became CR LF. Something treated the body as a Windows text.',
  'lf-for-crlf': 'What was signed has line breaks of CR LF; yours has LF.',
  'escaped-twice': 'Your body is a JSON string that contains the body. It was encoded once too often.',
  'quotes-escaped': 'The quotes in your body are escaped (\\"): it was copied out of a log or a string in code.',
  'json-rewritten':
    'The JSON has the same content but was rewritten: other spaces, numbers (10.50 for 10.5) or escapes. Take ' +
    'the raw bytes before your framework parses them.',
  'keys-reordered':
    'The JSON was parsed and rewritten with its keys in another order. Use the raw bytes before your framework ' +
    'parses them.',
  'amount-as-text': 'The amount became a text, or got a decimal comma, when the JSON was rewritten. Use the raw bytes.',
  'wrong-charset': 'The bytes are UTF-8 but were read as Latin-1: é became Ã©. Do not decode before you verify.',
  'typographic-quotes': 'Straight quotes became typographic ones (“ ”): an office program or a chat changed them.',
  'hard-spaces': 'Spaces became hard spaces: the body was copied from a web page or a document.',
  'secret-white-space': 'There is white space around the secret, often a line break at the end of an environment file.',
  'secret-quoted': 'There are quotes around the secret.',
  'secret-decoded':
    'The value was computed with the base64 bytes behind whsec_ as the key. X-Service-Signature takes the whole ' +
    'text of the secret, whsec_ included.',
  'secret-not-decoded':
    'The value was computed with the text of the secret as the key. webhook-signature takes the bytes that stand ' +
    'behind whsec_ in base64.',
  'secret-without-prefix':
    'The value was computed with the secret without whsec_. X-Service-Signature takes the whole text.',
  'other-secret':
    'It is signed with the other secret. During a rotation X-Service-Signature stays on the old one until you ' +
    'press Switch now.',
  'secret-empty':
    'The value was computed with an empty key. The secret never reached your code. Check the name of the ' +
    'environment variable.',
  'header-name': 'The header’s name was pasted along with its value.',
  quoted: 'There are quotes around the signature.',
  'white-space': 'There is white space around the signature.',
  'no-prefix': 'The signature is right, but its prefix is missing: sha256= or v1,.',
  'upper-case-hex':
    'The signature is right but in capital letters. The header has lower-case ones: compare the bytes, or ' +
    'lower-case yours.',
  'base64-for-hex': 'The signature is right but in base64. X-Service-Signature is hexadecimal.',
  'hex-for-base64': 'The signature is right but hexadecimal. webhook-signature is base64.',
  'other-header': 'This is the value of the other header. Choose it above.',
  'body-alone': 'Only the body was signed. webhook-signature is over ID, timestamp and body, with full stops between.',
  'timestamp-in-ms': 'The timestamp is in the wrong unit. It must be in whole seconds.',
  'id-and-timestamp-swapped': 'ID and timestamp are the wrong way round. The ID comes first.',
  'no-full-stops': 'The full stops between ID, timestamp and body are missing.',
} satisfies Record<Cause, string>;

export const signatureHints = {
  'body-empty': 'The body is empty. If your server also sees it empty, something read it before your code did.',
  'body-not-utf8': 'The body is not UTF-8. It was decoded with another character set and rewritten.',
  'body-not-json': 'The body is not JSON. A part of it is missing, or something was added.',
  'body-odd-characters':
    'The body has typographic quotes, hard spaces or invisible characters, as a copy from a document has.',
  'secret-is-api-key': 'This is an API key. The webhook secret begins with whsec_.',
  'secret-hidden': 'This is the hidden form of the secret. Reveal it in the webhook settings and copy all of it.',
  'secret-length': `A webhook secret has ${SECRET_LENGTH} characters. This one has a different length.`,
  'secret-no-prefix': 'The prefix whsec_ is missing. It is part of the webhook secret.',
} satisfies Record<Hint, string>;
