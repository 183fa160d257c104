<?php

declare(strict_types=1);

namespace Balcao;

/** The request is not from the service, was changed, or is too old. Respond with 400. */
final class UnverifiedWebhook extends BalcaoException
{
    public function __construct(string $reason)
    {
        parent::__construct("The webhook could not be verified: $reason.");
    }
}
