/**
 * What may be between the status line of an HTTP answer and its body, as servers write it, well-formed or not; each ends
 * the head. From reports about clients that refused them (request/request 2380, nodejs/help 816, forwardemail/superagent
 * 1373) and from RFC 9112, sections 2.2, 5.1, 5.2, 6.1 to 6.3.
 */
export const HEAD_RESTS: Record<string, string> = {
  'nothing else': '\r\n\r\n',
  'one length': '\r\nContent-Length: 2\r\n\r\nok',
  'a coding and a length': '\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  'a length and a coding': '\r\nContent-Length: 24530\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  'the same length twice': '\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok',
  'the same length in a list': '\r\nContent-Length: 2, 2\r\n\r\nok',
  'two lengths': '\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok',
  'a length that is no number': '\r\nContent-Length: two\r\n\r\nok',
  'a negative length': '\r\nContent-Length: -1\r\n\r\nok',
  'an empty length': '\r\nContent-Length:\r\n\r\nok',
  'a huge length': `\r\nContent-Length: ${'9'.repeat(40)}\r\n\r\nok`,
  'an unknown coding': '\r\nTransfer-Encoding: gzip, identity\r\n\r\nok',
  'chunks that are none': '\r\nTransfer-Encoding: chunked\r\n\r\nok\r\n',
  'line feeds alone': '\nContent-Length: 2\n\nok',
  'mixed line ends': '\nX-A: b\r\nContent-Length: 2\n\r\nok',
  'a blank before the colon': '\r\nContent-Length : 2\r\n\r\nok',
  'a folded line': '\r\nX-A: b\r\n\tc\r\nContent-Length: 2\r\n\r\nok',
  'a blank after the status line': '\r\n Host: foo\r\nContent-Length: 2\r\n\r\nok',
  'a field without a name': '\r\n: b\r\nContent-Length: 2\r\n\r\nok',
  'a line without a colon': '\r\nnonsense\r\nContent-Length: 2\r\n\r\nok',
  'a name that is no token': '\r\nX A(é): b\r\nContent-Length: 2\r\n\r\nok',
  'control and high bytes': '\r\nX-A: \0\x01\x7f\xff\r\nContent-Length: 2\r\n\r\nok',
  'a carriage return in a field': '\r\nFoo: 1\rBar: 2\r\nContent-Length: 2\r\n\r\nok',
  'an upgrade that was not asked for': '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nok',
  'a head of 18 KB': `\r\n${'X-A: b\r\n'.repeat(2_304)}Content-Length: 2\r\n\r\nok`,
  'a field of 100 KB': `\r\nX-A: ${'b'.repeat(100_000)}\r\nContent-Length: 2\r\n\r\nok`,
};
