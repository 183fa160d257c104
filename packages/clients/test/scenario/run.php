<?php

/** Goes through the scenario with the client in PHP: `run.php TASK`, a file of JSON. */

declare(strict_types=1);

use Balcao\ApiException;
use Balcao\Client;
use Balcao\NoResponse;
use Balcao\Request;
use Balcao\UnverifiedWebhook;
use Balcao\Webhook;
use Balcao\WebhookKeys;
use Balcao\World;

// As strict as a framework may have it: a warning is an exception.
set_error_handler(static fn (int $level, string $text) => throw new \ErrorException($text));

// What Composer's autoloader does for the package.
spl_autoload_register(static function (string $class): void {
    $rules = json_decode(file_get_contents('composer.json'), true)['autoload']['psr-4'];
    foreach ($rules as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            $path = strtr(substr($class, strlen($prefix)), '\\', '/');
            require $folder . $path . '.php';
        }
    }
});

final class ScenarioWorld extends World
{
    public array $pauses = [];
    public int $limitMs = self::LIMIT_MS;
    public float $seconds = 0.0;

    public function attempt(Request $request, int $limitMs = self::LIMIT_MS): \Balcao\Answer|string
    {
        return parent::attempt($request, min($limitMs, $this->limitMs));
    }

    public function wait(float $seconds): void
    {
        $this->pauses[] = $seconds;
    }

    public function random(): float
    {
        return 0.5;
    }

    public function now(): float
    {
        return $this->seconds;
    }
}

$task = json_decode(file_get_contents($argv[1]), true);
$world = new ScenarioWorld();
$balcao = new Client($task['url'], $task['client_id'], $task['client_secret'], $world);
$saved = [];
$shown = [print_r($balcao, true)];

function filled(mixed $value): mixed
{
    global $saved;
    if (is_array($value)) {
        return array_map(filled(...), $value);
    }
    if (!is_string($value) || !str_starts_with($value, '$')) {
        return $value;
    }
    return array_reduce(explode('.', substr($value, 1)), fn ($found, $key) => $found[$key], $saved);
}

function outcome(array $step): array
{
    global $balcao, $saved, $shown;
    $given = filled($step['path'] ?? []);
    foreach (['body', 'query', 'idempotencyKey'] as $name) {
        if (isset($step[$name])) {
            $given[$name] = filled($step[$name]);
        }
    }
    try {
        if (isset($step['iterate'])) {
            $walk = $balcao->{str_replace('list', 'iterate', $step['iterate'])}(...$given);
            return ['items' => array_column(iterator_to_array($walk), $step['field'])];
        }
        for ($times = $step['times'] ?? 1; $times > 0; $times--) {
            $answer = $balcao->{$step['call']}(...$given);
        }
    } catch (ApiException $error) {
        $shown[] = (string) $error;
        $facts = ['status' => $error->status, 'code' => $error->errorCode];
        return ['error' => [...$facts, 'param' => $error->param, 'existing' => $error->existingId]];
    } catch (NoResponse $error) {
        $shown[] = (string) $error;
        return ['noResponse' => true];
    } catch (\InvalidArgumentException) {
        return ['wrongArgument' => true];
    }
    if (is_string($answer)) {
        return ['file' => $answer];
    }
    if (isset($step['as'])) {
        $saved[$step['as']] = $answer;
    }
    return ['answer' => $answer];
}

function verified(array $case): string
{
    $body = base64_decode($case['body']);
    try {
        $event = isset($case['secret'])
            ? Webhook::verify($body, $case['headers'], $case['secret'])
            : Webhook::verifyByKeys(
                $body,
                $case['headers'],
                isset($case['address']) ? new WebhookKeys($case['address']) : $case['keys'],
            );
        return "{$event['type']} {$event['id']}";
    } catch (UnverifiedWebhook) {
        return 'unverified';
    } catch (NoResponse) {
        return 'no response';
    } catch (\InvalidArgumentException) {
        return 'wrong argument';
    }
}

function isAddress(string $address): bool
{
    global $shown;
    try {
        new Client($address, 'a', 'b');
        return true;
    } catch (\InvalidArgumentException $error) {
        $shown[] = $error->getMessage();
        return false;
    }
}

$steps = [];
foreach ($task['steps'] as $number => $step) {
    $world->pauses = [];
    $world->seconds = $step['seconds'] ?? $world->seconds;
    $world->limitMs = $step['limitMs'] ?? World::LIMIT_MS;
    file_get_contents("{$task['url']}/__step/$number");
    $steps[] = [...outcome($step), 'pauses' => $world->pauses];
}
$webhooks = array_map(verified(...), $task['webhooks']);
echo json_encode([
    'steps' => $steps,
    'webhooks' => $webhooks,
    'addresses' => array_map(isAddress(...), $task['addresses'] ?? []),
    'shown' => implode("\n", $shown),
], JSON_THROW_ON_ERROR);
