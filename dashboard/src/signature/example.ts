/** The vectors of the documentation: a receiver that gets these right gets every webhook right. */
export const EXAMPLE = {
  headers:
    'X-Service-Signature: sha256=ed426ff229170c9595c27feed04fc8690a15ce6c4d10c98cd71234ca6375ba7b\n' +
    'webhook-id: evt_0123456789abcdefghjkmnpq\nwebhook-timestamp: 1795201714\n' +
    'webhook-signature: v1,vl6MIKclIH9M85qkKmYzODom09pyL8QOjPs23oYOqFo=',
  body:
    '{"event":"payment.success","timestamp":"2026-11-20T19:08:33.257Z","data":{"id":"tx_hypt8j26ez22qd229bvq552r",' +
    '"externalOrderId":"Encomenda nº 1","amount":10.5,"currency":"EUR","paymentMethod":"MBWAY","status":"paid",' +
    '"paidAt":"2026-11-20T19:08:33.248Z"}}',
  secret: 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=',
  otherSecret: '',
};
