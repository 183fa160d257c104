<?php

declare(strict_types=1);

namespace Balcao;

/** Whether a request to your endpoint is from the service, by either of its signatures. */
final class Webhook
{
    /** How old a request may be, and how far in the future, as in Standard Webhooks' libraries. */
    private const TOLERANCE_SECONDS = 300;

    /** As Standard Webhooks asks; the service's have 32. A shorter one could be guessed. */
    private const MIN_SECRET_BYTES = 24;
    private const MAX_SECRET_BYTES = 64;

    /** @param list<array{string, string}> $signatures the version and the text of each */
    private function __construct(
        private readonly string $id,
        private readonly string $content,
        private readonly string $body,
        private readonly array $signatures,
    ) {
    }

    /**
     * Verifies a request to your endpoint: its signature (v1 of Standard Webhooks), and that it is
     * at most five minutes old.
     *
     * @param string $body as it was received; parsed and serialised again it would differ
     * @param array<string, string|list<string>> $headers as getallheaders() or PSR-7 has them
     * @param string $secret of the endpoint, whsec_…
     * @return array{id: string, type: string, timestamp: string, data: array<string, mixed>}
     * @throws UnverifiedWebhook
     * @throws \InvalidArgumentException the secret cannot be an endpoint's
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string $secret,
    ): array {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret) ?? '', true);
        $length = $key === false ? 0 : strlen($key);
        if ($length < self::MIN_SECRET_BYTES || $length > self::MAX_SECRET_BYTES) {
            // The value is not part of the message, since it may be most of a secret.
            $sizes = self::MIN_SECRET_BYTES . ' to ' . self::MAX_SECRET_BYTES;
            $form = "whsec_ and base64 of $sizes bytes";
            throw new \InvalidArgumentException("secret is not an endpoint's: $form.");
        }
        $webhook = self::of($body, $headers);
        $expected = hash_hmac('sha256', $webhook->content, $key, true);
        foreach ($webhook->signatures('v1', 32) as $signature) {
            if (hash_equals($expected, $signature)) {
                return $webhook->event();
            }
        }
        throw new UnverifiedWebhook('no signature matches');
    }

    /**
     * Verifies a request to your endpoint without its secret: an Ed25519 signature (v1a of Standard
     * Webhooks) by a key of your account, and that it is at most five minutes old.
     *
     * @param string $body as it was received; parsed and serialised again it would differ
     * @param array<string, string|list<string>> $headers as getallheaders() or PSR-7 has them
     * @param WebhookKeys|array{keys: list<array<string, mixed>>} $keys a key set that you hold
     * @return array{id: string, type: string, timestamp: string, data: array<string, mixed>}
     * @throws UnverifiedWebhook
     * @throws NoResponse the keys could not be read
     * @throws \InvalidArgumentException the set is none of Ed25519 keys
     */
    public static function verifyByKeys(
        string $body,
        array $headers,
        WebhookKeys|array $keys,
    ): array {
        if (!function_exists('sodium_crypto_sign_verify_detached')) {
            throw new \LogicException('Webhook::verifyByKeys needs the extension sodium.');
        }
        $webhook = self::of($body, $headers);
        $signatures = array_slice($webhook->signatures('v1a', 64), 0, WebhookKeys::MAX_TRIED);
        if (is_array($keys)) {
            $isSigned = $webhook->isSigned(WebhookKeys::pointsOf($keys), $signatures);
        } else {
            $isSigned = $signatures !== [] && (
                $webhook->isSigned($keys->current(), $signatures)
                || $webhook->isSigned($keys->newer() ?? [], $signatures)
            );
        }
        return $isSigned ? $webhook->event() : throw new UnverifiedWebhook('no signature matches');
    }

    /** @throws UnverifiedWebhook */
    private static function of(string $body, array $headers): self
    {
        $found = array_change_key_case($headers, CASE_LOWER);
        $text = static fn (string $name): string => implode(',', (array) ($found[$name] ?? ''));
        $id = $text('webhook-id');
        $sentAt = $text('webhook-timestamp');
        if ($id === '') {
            throw new UnverifiedWebhook('it has no id');
        }
        if (preg_match('/^\d{1,12}$/D', $sentAt) !== 1) {
            throw new UnverifiedWebhook('its timestamp is none');
        }
        if (abs(time() - (int) $sentAt) > self::TOLERANCE_SECONDS) {
            throw new UnverifiedWebhook('its timestamp is too far off');
        }
        $signatures = array_map(
            static fn (string $one): array => explode(',', $one, 2) + [1 => ''],
            explode(' ', $text('webhook-signature')),
        );
        return new self($id, "$id.$sentAt.$body", $body, $signatures);
    }

    /** @return list<string> those of a version that have as many bytes */
    private function signatures(string $version, int $length): array
    {
        $found = [];
        foreach ($this->signatures as [$own, $text]) {
            $signature = $own === $version ? base64_decode($text, true) : false;
            if ($signature !== false && strlen($signature) === $length) {
                $found[] = $signature;
            }
        }
        return $found;
    }

    private function isSigned(array $points, array $signatures): bool
    {
        foreach ($points as $point) {
            foreach ($signatures as $signature) {
                if (sodium_crypto_sign_verify_detached($signature, $this->content, $point)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** @throws UnverifiedWebhook */
    private function event(): array
    {
        $payload = json_decode($this->body, true);
        if (!is_array($payload) || array_is_list($payload)) {
            throw new UnverifiedWebhook('its body is no JSON');
        }
        return [...$payload, 'id' => $this->id];
    }
}
