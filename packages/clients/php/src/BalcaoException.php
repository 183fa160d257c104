<?php

declare(strict_types=1);

namespace Balcao;

/** The base of every exception of this package but for wrong arguments. */
class BalcaoException extends \RuntimeException
{
}
