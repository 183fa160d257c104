<?php
/**
 * How long a request may wait.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Seconds that this request may still wait for the service and for locks, all in all. A buyer, or
 * an owner who cancels a hundred orders at once, waits no longer: what is left is done later.
 */
class Balcao_Patience {

	const SECONDS = 5;

	/**
	 * What is left of it.
	 *
	 * @var float
	 */
	private static $left = self::SECONDS;

	/**
	 * Gives another span, to work that nobody waits for or that takes its time.
	 *
	 * @param int $seconds From now on.
	 */
	public static function allow( $seconds ) {
		self::$left = $seconds;
	}

	/**
	 * What is left.
	 *
	 * @return float Seconds, at least 0.
	 */
	public static function left() {
		return max( 0.0, self::$left );
	}

	/**
	 * Waits for something, and takes its time from the rest.
	 *
	 * @param callable $work What to wait for.
	 * @return mixed What it returns.
	 */
	public static function spend( callable $work ) {
		$start = microtime( true );
		try {
			return call_user_func( $work );
		} finally {
			self::$left -= max( 0, microtime( true ) - $start );
		}
	}
}
