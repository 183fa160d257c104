<?php

declare(strict_types=1);

namespace Balcao;

/**
 * A client for one account. Tokens are fetched, kept and renewed. Requests are retried as the
 * contract advises, POST under an Idempotency-Key that is made once for each call. Keep it on your
 * server.
 */
final class Client extends Operations
{
    private readonly string $baseUrl;
    private readonly World $world;
    private readonly Tokens $tokens;

    /**
     * @param string $baseUrl the service's public address, such as https://pay.example.com
     * @param ?World $world internal: the network and the time, which tests replace
     * @throws \InvalidArgumentException an address that is none, or credentials that are missing
     */
    public function __construct(
        string $baseUrl,
        string $clientId,
        #[\SensitiveParameter] string $clientSecret,
        ?World $world = null,
    ) {
        $this->baseUrl = rtrim($baseUrl, '/');
        $isAddress = preg_match('~^https?://[!-"$->A-\~]+$~Di', $this->baseUrl) === 1;
        if (!$isAddress || !is_string(parse_url($this->baseUrl, PHP_URL_HOST))) {
            $form = 'http or https, a host, at most a path';
            throw new \InvalidArgumentException("baseUrl is not an address: $form.");
        }
        if ($clientId === '' || $clientSecret === '') {
            throw new \InvalidArgumentException('clientId or clientSecret is missing.');
        }
        $this->world = $world ?? new World();
        $this->tokens = new Tokens($this->world, $this->baseUrl, $clientId, $clientSecret);
    }

    /** Sends a request with the kept token, and once more with a new one after a 401. */
    private function authorized(string $name, Request $request): Answer
    {
        $send = fn (): Answer => Retries::send(
            $this->world,
            $request->with('authorization', "Bearer {$this->tokens->get()}"),
            $name,
        );
        $answer = $send();
        if ($answer->status !== 401) {
            return $answer;
        }
        // The token was revoked, or expired earlier than this clock says.
        $this->tokens->forget();
        return $send();
    }

    /** @param array<string, string> $values of the parameters in the path */
    private static function filled(string $name, string $path, array $values): string
    {
        foreach ($values as $parameter => $value) {
            // Empty and dot segments are removed from a URL even when they are encoded.
            if (in_array($value, ['', '.', '..'], true) || preg_match('//u', $value) !== 1) {
                throw new \InvalidArgumentException("$name: $parameter cannot be that.");
            }
            $path = str_replace('{' . $parameter . '}', rawurlencode($value), $path);
        }
        return $path;
    }

    /** @param array<string, mixed> $query */
    private static function queryOf(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value): bool => $value !== null);
        $text = static fn (mixed $value): mixed =>
            is_bool($value) ? json_encode($value) : $value;
        $built = http_build_query(array_map($text, $given), '', '&', PHP_QUERY_RFC3986);
        return $built === '' ? '' : "?$built";
    }

    /** An empty array where the contract has an object is `{}`. */
    private static function withObjects(array $body): array
    {
        foreach ($body as $name => $value) {
            if (in_array($name, self::OBJECTS, true)) {
                $body[$name] = $value === [] ? new \stdClass() : $value;
            } elseif (is_array($value)) {
                $body[$name] = self::withObjects($value);
            }
        }
        return $body;
    }

    /** Null is a value in a PATCH alone, where it clears; elsewhere it counts as not given. */
    private static function given(string $method, array $body): array
    {
        return $method === 'PATCH'
            ? $body
            : array_filter($body, static fn (mixed $value): bool => $value !== null);
    }

    /** @throws \JsonException when a text is no UTF-8, or a number none of JSON's */
    private static function jsonOf(array $body): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
        $whole = $body === [] ? new \stdClass() : self::withObjects($body);
        return json_encode($whole, $flags | JSON_PRESERVE_ZERO_FRACTION);
    }

    protected function call(
        string $name,
        string $method,
        string $path,
        array $values = [],
        array $query = [],
        ?array $body = null,
        bool $takesKey = false,
        ?string $idempotencyKey = null,
    ): array|string {
        $headers = ['accept' => 'application/json, */*'];
        if ($takesKey) {
            $key = $idempotencyKey ?? bin2hex(random_bytes(16));
            if (preg_match('/^[!-~]([ -~]*[!-~])?$/D', $key) !== 1) {
                $fault = "idempotencyKey is no header's value in ASCII";
                throw new \InvalidArgumentException("$name: $fault.");
            }
            $headers['idempotency-key'] = $key;
        }
        if ($body !== null) {
            $headers['content-type'] = 'application/json';
        }
        $url = $this->baseUrl . self::filled($name, $path, $values) . self::queryOf($query);
        $sent = $body === null ? null : self::jsonOf(self::given($method, $body));
        $isRepeatable = $method !== 'POST' || $takesKey;
        $request = new Request($method, $url, $headers, $sent, $isRepeatable);
        $answer = $this->authorized($name, $request);
        // A page of something between here and the service is no file of the service's.
        if ($answer->isGood() && isset($answer->headers['content-disposition'])) {
            return $answer->body;
        }
        $json = $answer->json();
        if (!$answer->isGood()) {
            throw ApiException::of($name, $answer, $json);
        }
        return is_array($json) && !array_is_list($json)
            ? $json
            : throw new NoResponse("$name: {$answer->status}, but no JSON.");
    }

    /** A page is read when the iteration reaches it. */
    protected function each(
        string $name,
        string $method,
        string $path,
        array $values,
        array $query,
    ): \Generator {
        do {
            $page = $this->call($name, $method, $path, $values, $query);
            // By its values: keys would begin anew with each page.
            foreach ($page['data'] as $item) {
                yield $item;
            }
            $query['starting_after'] = $page['next_cursor'];
        } while ($page['next_cursor'] !== null);
    }
}
