<?php
// Reads the digest of a day. Set BASE_URL, API_KEY and DAY. Needs the extension curl.
$request = curl_init(getenv('BASE_URL') . '/events/days/' . getenv('DAY'));
curl_setopt_array($request, [
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('API_KEY')],
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
