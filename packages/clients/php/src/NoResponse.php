<?php

declare(strict_types=1);

namespace Balcao;

/** No response came, or one that is not from the service. getPrevious(), if any, says more. */
final class NoResponse extends BalcaoException
{
}
