<?php
// Lists events. Set BASE_URL and API_KEY, and in AFTER the `next` of the last answer. Needs the extension curl.
$query = getenv('AFTER') ? '?' . http_build_query(['after' => getenv('AFTER')]) : '';
$request = curl_init(getenv('BASE_URL') . '/events' . $query);
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
