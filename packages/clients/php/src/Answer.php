<?php

declare(strict_types=1);

namespace Balcao;

/** @internal */
final readonly class Answer
{
    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(public int $status, public array $headers, public string $body)
    {
    }

    public function isGood(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /** Null when the body is no JSON, as for null. */
    public function json(): mixed
    {
        return json_decode($this->body, true);
    }
}
