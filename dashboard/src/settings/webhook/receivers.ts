/** What the code says in the page's language: which secret is meant, and what to do with a genuine webhook. */
interface Comments {
  hint: string;
  afterwards: string;
}

/**
 * A receiver in each language: checks the signature over the raw body (§5.2), in constant time, before anything parses
 * it. Without a secret each refuses everything: with an empty key anybody could sign.
 */
export const RECEIVERS = [
  {
    id: 'node',
    name: 'Node',
    code: ({ hint, afterwards }: Comments) => `import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

const secret = process.env.WEBHOOK_SECRET; // ${hint}
if (!secret) throw new Error('WEBHOOK_SECRET is not set');
const app = express();

app.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex'));
  const given = Buffer.from(request.get('X-Service-Signature') ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return response.status(401).type('text').send('signature does not match');
  }
  const { event, data } = JSON.parse(rawBody);
  // ${afterwards}
  response.sendStatus(200);
});

app.listen(process.env.PORT ?? 3000);
`,
  },
  {
    id: 'python',
    name: 'Python',
    code: ({ hint, afterwards }: Comments) => `import hashlib
import hmac
import os

from flask import Flask, request

secret = os.environ["WEBHOOK_SECRET"].encode()  # ${hint}
if not secret:
    raise RuntimeError("WEBHOOK_SECRET is empty")
app = Flask(__name__)


@app.post("/webhooks")
def webhook():
    raw_body = request.get_data()
    expected = "sha256=" + hmac.new(secret, raw_body, hashlib.sha256).hexdigest()
    given = request.headers.get("X-Service-Signature", "")
    if not hmac.compare_digest(given.encode(), expected.encode()):
        return "signature does not match", 401
    payload = request.get_json()
    # ${afterwards}
    return "", 200
`,
  },
  {
    id: 'php',
    name: 'PHP',
    code: ({ hint, afterwards }: Comments) => `<?php
http_response_code(500); // PHP would answer an error of its own with 200.
$secret = getenv('WEBHOOK_SECRET'); // ${hint}
if (!$secret) {
    exit('WEBHOOK_SECRET is not set');
}
$rawBody = file_get_contents('php://input');
$expected = 'sha256=' . hash_hmac('sha256', $rawBody, $secret);
$given = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
if (!hash_equals($expected, $given)) {
    http_response_code(401);
    exit('signature does not match');
}
$payload = json_decode($rawBody, true);
// ${afterwards}
http_response_code(200);
`,
  },
  {
    id: 'csharp',
    name: 'C#',
    code: ({ hint, afterwards }: Comments) => `using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

var secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET"); // ${hint}
if (string.IsNullOrEmpty(secret)) throw new InvalidOperationException("WEBHOOK_SECRET is not set");
var key = Encoding.UTF8.GetBytes(secret);
var app = WebApplication.CreateBuilder(args).Build();

app.MapPost("/webhooks", async (HttpRequest request) =>
{
    using var buffer = new MemoryStream();
    await request.Body.CopyToAsync(buffer);
    var rawBody = buffer.ToArray();
    var expected = "sha256=" + Convert.ToHexStringLower(HMACSHA256.HashData(key, rawBody));
    var given = request.Headers["X-Service-Signature"].ToString();
    if (!CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), Encoding.UTF8.GetBytes(expected)))
        return Results.Text("signature does not match", statusCode: 401);
    using var payload = JsonDocument.Parse(rawBody);
    // ${afterwards}
    return Results.Ok();
});

app.Run();
`,
  },
  {
    id: 'java',
    name: 'Java',
    code: ({ hint, afterwards }: Comments) => `import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class WebhookReceiver {
  // ${hint}
  static final SecretKeySpec KEY =
      new SecretKeySpec(System.getenv("WEBHOOK_SECRET").getBytes(UTF_8), "HmacSHA256");

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/webhooks", WebhookReceiver::receive);
    server.start();
  }

  static void receive(HttpExchange exchange) throws IOException {
    byte[] rawBody = exchange.getRequestBody().readAllBytes();
    String given = exchange.getRequestHeaders().getFirst("X-Service-Signature");
    if (given == null || !isGenuine(rawBody, given)) {
      answer(exchange, 401, "signature does not match");
      return;
    }
    // ${afterwards}
    answer(exchange, 200, "OK");
  }

  static boolean isGenuine(byte[] rawBody, String given) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(KEY);
      String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(rawBody));
      return MessageDigest.isEqual(given.getBytes(UTF_8), expected.getBytes(UTF_8));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
`,
  },
];
