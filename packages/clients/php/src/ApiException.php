<?php

declare(strict_types=1);

namespace Balcao;

/** The service answered with an error. */
final class ApiException extends BalcaoException
{
    /**
     * @param string $errorCode stable: branch on it. ErrorCode has those of this version; a later
     *     one may send more
     * @param ?string $param the field at fault, dotted when nested
     * @param ?string $existingId in a conflict, the customer or checkout that is in the way
     * @param ?string $requestId quote it when you ask for help
     */
    public function __construct(
        public readonly string $operation,
        public readonly int $status,
        public readonly string $errorCode,
        public readonly string $type,
        string $text,
        public readonly ?string $param = null,
        public readonly ?string $existingId = null,
        public readonly ?string $requestId = null,
    ) {
        $asked = $requestId ?? 'without an id';
        parent::__construct("$operation: $status $errorCode: $text (request $asked)");
    }

    /**
     * The error for a response that is not 2xx, in the contract's envelope or in OAuth's.
     *
     * @internal
     */
    public static function of(string $operation, Answer $answer, mixed $body): BalcaoException
    {
        $error = is_array($body) ? $body['error'] ?? null : null;
        $text = static fn (mixed $from, string $name): ?string =>
            is_array($from) && is_string($from[$name] ?? null) ? $from[$name] : null;
        $code = $text($error, 'code');
        if ($operation === 'issueToken' && is_string($error)) {
            $code = "oauth_$error";
        }
        if ($code === null) {
            // A proxy's response may contain anything, so nothing of it is repeated.
            return new NoResponse("$operation: {$answer->status}, but not from the service.");
        }
        return new self(
            $operation,
            $answer->status,
            $code,
            $text($error, 'type') ?? 'oauth_error',
            $text($error, 'message') ?? $text($body, 'error_description') ?? '',
            $text($error, 'param'),
            $text($error, 'existing_id'),
            $text($error, 'request_id') ?? $answer->headers['x-request-id'] ?? null,
        );
    }
}
