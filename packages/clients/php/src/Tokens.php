<?php

declare(strict_types=1);

namespace Balcao;

/**
 * The access token: fetched when it is first needed, kept, and renewed before it expires.
 *
 * @internal
 */
final class Tokens
{
    /** A token is renewed this long before it expires, so that it does not expire on its way. */
    private const MARGIN_SECONDS = 60;

    private ?string $token = null;
    private float $renewAt = 0.0;
    private readonly string $basic;

    public function __construct(
        private readonly World $world,
        private readonly string $baseUrl,
        string $clientId,
        #[\SensitiveParameter] string $clientSecret,
    ) {
        $this->basic = base64_encode(rawurlencode($clientId) . ':' . rawurlencode($clientSecret));
    }

    /** @throws BalcaoException */
    public function get(): string
    {
        if ($this->token === null || $this->world->now() >= $this->renewAt) {
            $this->fetch();
        }
        return $this->token;
    }

    public function forget(): void
    {
        $this->token = null;
    }

    private function fetch(): void
    {
        $askedAt = $this->world->now();
        $headers = [
            'authorization' => "Basic {$this->basic}",
            'content-type' => 'application/x-www-form-urlencoded',
        ];
        $body = 'grant_type=client_credentials';
        $request = new Request('POST', "{$this->baseUrl}/oauth/token", $headers, $body);
        $answer = Retries::send($this->world, $request, 'issueToken');
        $json = $answer->json();
        if (!$answer->isGood()) {
            throw ApiException::of('issueToken', $answer, $json);
        }
        $token = is_array($json) ? $json['access_token'] ?? null : null;
        $lifetime = is_array($json) ? $json['expires_in'] ?? null : null;
        // What becomes a header holds no line break (RFC 6750 §2.1).
        $isToken = is_string($token) && preg_match('/^[A-Za-z0-9._~+\/-]+=*$/D', $token) === 1;
        if (!$isToken || !is_int($lifetime) && !is_float($lifetime)) {
            throw new NoResponse("issueToken: {$answer->status}, but no token.");
        }
        $this->token = $token;
        // A token that lives for less than twice the margin is renewed after half its life.
        $this->renewAt = $askedAt + max($lifetime - self::MARGIN_SECONDS, $lifetime / 2);
    }

    /** Dumps of a client show no secret. */
    public function __debugInfo(): array
    {
        return [];
    }

    public function __serialize(): array
    {
        throw new \LogicException('A client holds a secret, and cannot be serialized.');
    }
}
