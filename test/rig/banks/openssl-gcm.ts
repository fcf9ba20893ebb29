import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** Encrypts `input` by OpenSSL's command line, with a mode of AES-256. */
function openssl(mode: 'ctr' | 'ecb', key: Buffer, input: Buffer, iv?: Buffer): Buffer {
  const parameters = ['enc', `-aes-256-${mode}`, '-e', '-nopad', '-K', key.toString('hex')];
  return execFileSync('openssl', [...parameters, ...(iv ? ['-iv', iv.toString('hex')] : [])], { input });
}

const BLOCK_BYTES = 16;
const REDUCTION = 0xe1n << 120n;

/** The product in GF(2^128) of NIST SP 800-38D, 6.3: bit 0 is the leftmost. */
function product(left: bigint, right: bigint): bigint {
  let result = 0n;
  let shifted = right;
  for (let bit = 127n; bit >= 0n; bit--) {
    if ((left >> bit) & 1n) result ^= shifted;
    shifted = shifted & 1n ? (shifted >> 1n) ^ REDUCTION : shifted >> 1n;
  }
  return result;
}

const asNumber = (block: Buffer) => BigInt(`0x${block.toString('hex')}`);

function ghash(hashKey: bigint, ciphertext: Buffer): Buffer {
  const padded = Buffer.alloc(Math.ceil(ciphertext.length / BLOCK_BYTES) * BLOCK_BYTES);
  ciphertext.copy(padded);
  const lengths = Buffer.alloc(BLOCK_BYTES);
  lengths.writeBigUInt64BE(BigInt(ciphertext.length) * 8n, 8);
  let state = 0n;
  for (const part of [padded, lengths]) {
    for (let at = 0; at < part.length; at += BLOCK_BYTES) {
      state = product(state ^ asNumber(part.subarray(at, at + BLOCK_BYTES)), hashKey);
    }
  }
  return Buffer.from(state.toString(16).padStart(32, '0'), 'hex');
}

const xor = (left: Buffer, right: Buffer) => Buffer.from(left.map((byte, index) => byte ^ (right[index] ?? 0)));

/**
 * AES-256-GCM without node:crypto, as an independent check of the code that reads notifications. OpenSSL's command line
 * encrypts (it offers CTR and ECB, but no GCM), and the tag is computed by the definition of NIST SP 800-38D, 7.1.
 * `iv`: 12 bytes.
 */
export function opensslGcm(plainText: Buffer, key: Buffer, iv = randomBytes(12)) {
  const counter = (count: number) => Buffer.concat([iv, Buffer.from([0, 0, 0, count])]);
  const ciphertext = openssl('ctr', key, plainText, counter(2));
  const hashKey = asNumber(openssl('ecb', key, Buffer.alloc(BLOCK_BYTES)));
  const tag = xor(ghash(hashKey, ciphertext), openssl('ecb', key, counter(1)));
  return { iv, ciphertext, tag };
}
