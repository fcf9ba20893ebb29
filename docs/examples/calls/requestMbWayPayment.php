<?php
// Sends an MB WAY request to the customer's phone. Set BASE_URL, API_KEY, TRANSACTION_ID and PHONE. Needs the extension curl.
// In production PHONE is a person who is asked for money: try it with your own. In a test environment: 910000000.
$request = curl_init(getenv('BASE_URL') . '/payments/mbway');
curl_setopt_array($request, [
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('API_KEY'),
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode(['transactionId' => getenv('TRANSACTION_ID'), 'phoneNumber' => getenv('PHONE')]),
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
