<?php

declare(strict_types=1);

namespace Balcao;

/**
 * Network, time and randomness, which tests replace.
 *
 * @internal
 */
class World
{
    public const LIMIT_MS = 10_000;
    private const MAX_BODY_BYTES = 64 * 1024 * 1024;

    /** Kept from one request to the next, and with it their connection. */
    private ?\CurlHandle $curl = null;

    /**
     * Sends a request once, and reads its response to the end. No redirect is followed.
     *
     * @return Answer|string the answer, or why there is none
     * @throws NoResponse when the answer is too large
     */
    public function attempt(Request $request, int $limitMs = self::LIMIT_MS): Answer|string
    {
        $curl = $this->curl ??= curl_init();
        curl_reset($curl);
        // Without a value libcurl leaves out what it would send of its own accord.
        $lines = ['expect:', ...($request->body === null ? ['content-type:'] : [])];
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $headers = [];
        $body = '';
        curl_setopt_array($curl, [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_TIMEOUT_MS => $limitMs,
            CURLOPT_NOSIGNAL => true,
            // On a connection that was kept libcurl sends again by itself what brought no answer.
            CURLOPT_FRESH_CONNECT => !$request->isRepeatable,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                // What follows an interim response begins anew.
                $headers = str_starts_with($line, 'HTTP/') ? [] : $headers;
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $part) use (&$body): int {
                $body .= $part;
                return strlen($body) > self::MAX_BODY_BYTES ? 0 : strlen($part);
            },
        ]);
        if ($request->body !== null || $request->method === 'POST') {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $request->body ?? '');
        }
        $isWhole = curl_exec($curl);
        if (strlen($body) > self::MAX_BODY_BYTES) {
            throw new NoResponse('The answer is too large.');
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        return $isWhole ? new Answer($status, $headers, $body) : curl_error($curl);
    }

    public function wait(float $seconds): void
    {
        usleep((int) ($seconds * 1_000_000));
    }

    /** @return float at least 0, and at most 1 */
    public function random(): float
    {
        return mt_rand() / mt_getrandmax();
    }

    /** @return float seconds that only ever increase */
    public function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
