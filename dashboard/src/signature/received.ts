import { type Bytes, bytesOfBase64, bytesOfHex } from './bytes.ts';

/** How the text of a signature departs from what the header holds, though its bytes may be right. */
export const FORM_CAUSES = [
  'header-name',
  'quoted',
  'white-space',
  'no-prefix',
  'upper-case-hex',
  'base64-for-hex',
  'hex-for-base64',
  'other-header',
] as const;
export type FormCause = (typeof FORM_CAUSES)[number];

export type Header = 'contract' | 'standard';

/** A signature as it was pasted: its 32 bytes, and what is odd about its form. */
export interface Received {
  mac: Bytes;
  form: FormCause[];
}

const MAC_BYTES = 32;
const NAMES: Record<Header, RegExp> = {
  contract: /^x-service-signature\s*[:=]\s*/i,
  standard: /^webhook-signature\s*[:=]\s*/i,
};

/** The signatures in a pasted value: one of the contract's header, one or more of Standard Webhooks. May be empty. */
export function readReceived(pasted: string, header: Header): Received[] {
  const form: FormCause[] = [];
  const note = (cause: FormCause, is: boolean) => is && form.push(cause);
  let text = pasted.trim();
  note('white-space', text !== pasted);
  const unnamed = text.replace(NAMES[header], '');
  note('header-name', unnamed !== text);
  text = unnamed.replace(/^(["'`])(.*)\1$/, '$2');
  note('quoted', text !== unnamed);
  const found = header === 'contract' ? [readHexForm(text)] : text.split(/\s+/).map(readBase64Form);
  return found.filter((one) => one !== null).map((one) => ({ mac: one.mac, form: [...form, ...one.form] }));
}

function readHexForm(text: string): Received | null {
  if (/^v1,/.test(text)) return withForm(readBase64Form(text), 'other-header');
  const value = text.replace(/^sha256=/i, '');
  const form: FormCause[] = value === text ? ['no-prefix'] : [];
  if (/^[0-9a-f]{64}$/i.test(value)) {
    if (value !== value.toLowerCase() || /^SHA256/.test(text)) form.push('upper-case-hex');
    return { mac: bytesOfHex(value), form };
  }
  const mac = bytesOfBase64(value);
  return mac?.length === MAC_BYTES ? { mac, form: [...form, 'base64-for-hex'] } : null;
}

function readBase64Form(text: string): Received | null {
  if (/^sha256=/i.test(text)) return withForm(readHexForm(text), 'other-header');
  const value = text.replace(/^v1,/, '');
  const form: FormCause[] = value === text ? ['no-prefix'] : [];
  if (/^[0-9a-f]{64}$/i.test(value)) return { mac: bytesOfHex(value), form: [...form, 'hex-for-base64'] };
  const mac = bytesOfBase64(value);
  return mac?.length === MAC_BYTES ? { mac, form } : null;
}

function withForm(received: Received | null, cause: FormCause): Received | null {
  return received && { mac: received.mac, form: [cause] };
}
