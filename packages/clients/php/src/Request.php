<?php

declare(strict_types=1);

namespace Balcao;

/** @internal */
final readonly class Request
{
    /**
     * @param array<string, string> $headers
     * @param bool $isRepeatable whether to send it twice does no more than to send it once
     */
    public function __construct(
        public string $method,
        public string $url,
        public array $headers = [],
        public ?string $body = null,
        public bool $isRepeatable = true,
    ) {
    }

    public function with(string $name, string $value): self
    {
        $headers = [...$this->headers, $name => $value];
        return new self($this->method, $this->url, $headers, $this->body, $this->isRepeatable);
    }
}
