<?php

declare(strict_types=1);

namespace Balcao;

/** @internal */
final readonly class Request
{
    /** @param array<string, string> $headers */
    public function __construct(
        public string $method,
        public string $url,
        public array $headers = [],
        public ?string $body = null,
    ) {
    }

    /** Whether to send it twice does no more than to send it once. */
    public function isRepeatable(): bool
    {
        return $this->method !== 'POST' || isset($this->headers['idempotency-key'])
            || $this->isForToken();
    }

    private function isForToken(): bool
    {
        return str_ends_with($this->url, '/oauth/token');
    }

    public function with(string $name, string $value): self
    {
        return new self($this->method, $this->url, [...$this->headers, $name => $value], $this->body);
    }
}
