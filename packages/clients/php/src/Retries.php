<?php

declare(strict_types=1);

namespace Balcao;

/**
 * Which requests are retried, and when.
 *
 * @internal
 */
final class Retries
{
    /** For each request, the first included. */
    private const ATTEMPTS = 5;

    /** The first pause is between half of this and this; each one after it is twice as long. */
    private const FIRST_PAUSE_SECONDS = 1.0;

    /** A response with a longer Retry-After is returned at once instead. */
    private const LONGEST_PAUSE_SECONDS = 60.0;

    /** After these the service has done nothing, so every request can be retried. */
    private const UNDONE = [408, 429];

    /** Retry-After, which is in seconds or a date (RFC 9110 §10.2.3); 0 without. */
    private static function retryAfterSeconds(Answer $answer): float
    {
        $text = $answer->headers['retry-after'] ?? '';
        if (preg_match('/^\d+$/D', $text) === 1) {
            return (float) $text;
        }
        $form = 'D, d M Y H:i:s \G\M\T|';
        $date = \DateTimeImmutable::createFromFormat($form, $text, new \DateTimeZone('UTC'));
        return $date === false ? 0.0 : max(0.0, $date->getTimestamp() - microtime(true));
    }

    /**
     * Sends a request, and retries it after a 408 or 429, and after a 5xx or no response when it is
     * repeatable. Pauses grow exponentially with jitter, and are added to Retry-After.
     *
     * @throws NoResponse
     */
    public static function send(World $world, Request $request, string $name): Answer
    {
        for ($count = 1;; $count++) {
            $answer = $world->attempt($request);
            $isAnswer = $answer instanceof Answer;
            $failed = !$isAnswer || $answer->status >= 500;
            $again = $failed && $request->isRepeatable
                || $isAnswer && in_array($answer->status, self::UNDONE, true);
            $askedSeconds = $isAnswer ? self::retryAfterSeconds($answer) : 0.0;
            $isTooLong = $askedSeconds > self::LONGEST_PAUSE_SECONDS;
            if (!$again || $count === self::ATTEMPTS || $isTooLong) {
                return $isAnswer ? $answer : throw new NoResponse(
                    "$name: the service did not answer.",
                    previous: new \RuntimeException($answer),
                );
            }
            $longestSeconds = self::FIRST_PAUSE_SECONDS * 2 ** ($count - 1);
            $world->wait($askedSeconds + (0.5 + $world->random() / 2) * $longestSeconds);
        }
    }
}
