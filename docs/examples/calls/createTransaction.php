<?php
// Creates a transaction. Set BASE_URL and API_KEY. Needs the extension curl.
// Store the key with the order: a repeat with the same key creates nothing new.
$idempotencyKey = bin2hex(random_bytes(16));
$request = curl_init(getenv('BASE_URL') . '/payments/init');
curl_setopt_array($request, [
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('API_KEY'),
        'Content-Type: application/json',
        'Idempotency-Key: ' . $idempotencyKey,
    ],
    CURLOPT_POSTFIELDS => json_encode(['orderId' => 'ORDER-1', 'amount' => 10.5]),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$answer = curl_exec($request);
$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
if ($status !== 200) {
    fwrite(STDERR, "$status " . (json_decode((string) $answer)->error ?? curl_error($request)) . "\n");
    exit(1);
}
echo $answer, "\n";
