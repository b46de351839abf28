<?php

/**
 * A till's sale in PHP 8.1 or newer, with retries, and the check of a webhook's signature. Copy it: it needs the extension curl.
 * docs/partner-guide.md explains the calls.
 *
 *     php till.php sale http://localhost:3000/api fiel_… 52998224725 4590 sale-2001 "Aurora Pinheiros"
 *     php till.php verify whsec_… webhook-id webhook-timestamp webhook-signature < body
 */

declare(strict_types=1);

/** A call that Fiel refused. `type` is for the program, the message for the cashier. */
final class TillError extends RuntimeException
{
    public function __construct(public readonly int $status, public readonly string $type, string $message)
    {
        parent::__construct($message);
    }
}

final class Till
{
    private const MAX_ATTEMPTS = 5;
    private const ATTEMPT_LIMIT_S = 10;
    /** A longer Retry-After is an error for the cashier. */
    private const LONGEST_WAIT_S = 10;

    /** `url` ends in /api. */
    public function __construct(private readonly string $url, private readonly string $key)
    {
    }

    /** Gives the points of a sale. `purchase_value` is in centavos. Store the `id` of the answer: a return needs it. */
    public function generate(string $document, int $purchase_value, string $external_id, string $subsidiary_name): array
    {
        return $this->post('/partner/points/generate', [
            'customer' => ['document' => $document],
            'purchase_value' => $purchase_value,
            'external_id' => $external_id,
            'subsidiary_name' => $subsidiary_name,
        ]);
    }

    /** Retries after a lost connection, a 408, a 5xx or a short Retry-After, with the same body and the same key. */
    private function post(string $path, array $body): array
    {
        $idempotency_key = bin2hex(random_bytes(16));
        $text = json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        for ($attempt = 1; ; $attempt++) {
            [$status, $retry_after_s, $answer] = $this->send($path, $text, $idempotency_key);
            $is_short = $retry_after_s > 0 && $retry_after_s <= self::LONGEST_WAIT_S;
            $may_pass = $status === 0 || $status === 408 || $status >= 500 || $is_short;
            if (!$may_pass || $attempt === self::MAX_ATTEMPTS) {
                break;
            }
            $wait_ms = 200 * 2 ** ($attempt - 1) * (0.5 + random_int(0, 1000) / 1000);
            usleep((int) (1000 * max($wait_ms, 1000 * $retry_after_s)));
        }
        if ($status === 0) {
            throw new RuntimeException('Fiel did not answer');
        }
        $decoded = json_decode($answer, true, 64, JSON_THROW_ON_ERROR);
        if ($status >= 300) {
            throw new TillError($status, $decoded['data']['type'], $decoded['message']);
        }
        return $decoded;
    }

    /** The status, or 0 without an answer; the seconds of Retry-After, or 0; and the body. */
    private function send(string $path, string $body, string $idempotency_key): array
    {
        $retry_after_s = 0;
        $call = curl_init($this->url . $path);
        curl_setopt_array($call, [
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => [
                'Authorization: Bearer ' . $this->key,
                'Content-Type: application/json',
                'Idempotency-Key: ' . $idempotency_key,
            ],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => self::ATTEMPT_LIMIT_S,
            CURLOPT_HEADERFUNCTION => function ($call, string $line) use (&$retry_after_s): int {
                if (stripos($line, 'Retry-After:') === 0) {
                    $retry_after_s = (int) trim(substr($line, 12));
                }
                return strlen($line);
            },
        ]);
        $answer = curl_exec($call);
        $status = $answer === false ? 0 : curl_getinfo($call, CURLINFO_RESPONSE_CODE);
        return [$status, $retry_after_s, (string) $answer];
    }
}

/**
 * The event of a message that was signed with `secret` (whsec_…) at most five minutes ago. `body` is the received text, before a
 * parser changed it (php://input). Throws for any other message; answer 401 then. Store `webhook-id`: a repeated message has the
 * same.
 *
 * @param array<string, string> $headers with names in lower case
 */
function verified_event(string $secret, array $headers, string $body): array
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('the message is not from Fiel, or too old');
    }
    $secret_bytes = base64_decode(substr($secret, strlen('whsec_')), true);
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $secret_bytes, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, 64, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('the message is not from Fiel');
}

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    try {
        if (($argv[1] ?? '') === 'sale') {
            [, , $url, $key, $document, $purchase_value, $external_id, $subsidiary_name] = $argv;
            $record = (new Till($url, $key))->generate($document, (int) $purchase_value, $external_id, $subsidiary_name);
            echo json_encode($record, JSON_UNESCAPED_UNICODE), "\n";
        } else {
            [, , $secret, $id, $timestamp, $signature] = $argv;
            $headers = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signature];
            echo verified_event($secret, $headers, stream_get_contents(STDIN))['type'], "\n";
        }
    } catch (RuntimeException $error) {
        fwrite(STDERR, $error->getMessage() . "\n");
        exit(1);
    }
}
