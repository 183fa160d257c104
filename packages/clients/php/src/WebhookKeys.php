<?php

declare(strict_types=1);

namespace Balcao;

/**
 * The public keys of your account, for Webhook::verifyByKeys. It keeps what it has read, and reads
 * again after an hour, or when no key verifies a signature. A process that serves one request keeps
 * nothing: there, keep the key set yourself, and give it to Webhook::verifyByKeys as an array.
 */
final class WebhookKeys
{
    /** A key that was revoked is believed for this long at most. */
    private const MAX_AGE_SECONDS = 3600;

    /** Forged requests make the set be read no more often than this. */
    private const MIN_INTERVAL_SECONDS = 60;

    /** A delivery is given up after ten seconds, so there is no time for a second attempt. */
    private const READ_LIMIT_MS = 5_000;

    /** The service sends two signatures and publishes two keys at most; the rest is not tried. */
    public const MAX_TRIED = 8;

    /** @var ?list<string> */
    private ?array $points = null;
    private float $readAt = -INF;
    private float $failedAt = -INF;

    /**
     * @param string $address …/webhooks/<seller_id>/jwks.json; from your configuration, never from
     *     a request
     * @param World $world internal: the network and the time, which tests replace
     * @throws \InvalidArgumentException the address is none
     */
    public function __construct(
        private readonly string $address,
        private readonly World $world = new World(),
    ) {
        $isAddress = preg_match('~^https?://[\!-\~]+$~Di', $address) === 1;
        if (!$isAddress || !is_string(parse_url($address, PHP_URL_HOST))) {
            throw new \InvalidArgumentException('The address is not http or https.');
        }
    }

    /**
     * The Ed25519 keys (RFC 8037) of a JSON Web Key Set.
     *
     * @internal
     * @return list<string>
     * @throws \InvalidArgumentException there is none in it
     */
    public static function pointsOf(mixed $set): array
    {
        $keys = is_array($set) && is_array($set['keys'] ?? null) ? $set['keys'] : [];
        $points = [];
        foreach ($keys as $key) {
            $x = is_array($key) ? $key['x'] ?? null : null;
            $kind = is_array($key) ? [$key['kty'] ?? '', $key['crv'] ?? ''] : [];
            $isOne = is_string($x) && $kind === ['OKP', 'Ed25519'];
            if ($isOne && preg_match('/^[A-Za-z0-9_-]{43}$/D', $x) === 1) {
                $points[] = base64_decode(strtr($x, '-_', '+/'));
            }
        }
        if ($points === []) {
            throw new \InvalidArgumentException('The keys are no set of Ed25519 keys (RFC 8037).');
        }
        return array_slice($points, 0, self::MAX_TRIED);
    }

    /**
     * @internal
     * @return list<string>
     * @throws NoResponse
     */
    public function current(): array
    {
        $isFresh = $this->world->now() - $this->readAt < self::MAX_AGE_SECONDS;
        return $this->points !== null && $isFresh ? $this->points : $this->read();
    }

    /**
     * The keys as they are now, for a signature that none of those before has made; null when they
     * were read, or could not be, a moment ago.
     *
     * @internal
     * @return ?list<string>
     * @throws NoResponse
     */
    public function newer(): ?array
    {
        $triedAt = max($this->readAt, $this->failedAt);
        $isRecent = $this->world->now() - $triedAt < self::MIN_INTERVAL_SECONDS;
        return $isRecent ? null : $this->read();
    }

    private function read(): array
    {
        $startedAt = $this->world->now();
        try {
            $request = new Request('GET', $this->address);
            $answer = $this->world->attempt($request, self::READ_LIMIT_MS);
            if (is_string($answer) || !$answer->isGood()) {
                $said = is_string($answer) ? $answer : "It answered {$answer->status}.";
                throw new \RuntimeException($said);
            }
            $this->points = self::pointsOf($answer->json());
        } catch (\RuntimeException | \InvalidArgumentException $error) {
            $this->failedAt = $startedAt;
            throw new NoResponse('The keys of webhooks could not be read.', previous: $error);
        }
        $this->readAt = $startedAt;
        return $this->points;
    }
}
