<?php
/**
 * Work that has to be tried again.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Work that the service could not do now, repeated by Action Scheduler until it is done.
 */
class Balcao_Later {

	const HOOK = 'balcao_retry';

	/** The last one comes after about half a day. */
	const MAX_ATTEMPTS = 14;

	/** The attempt that comes eight minutes later, while the owner is asked about the address. */
	const PUT_OFF = 5;

	/** For one of them, since nobody waits for it. */
	const PATIENCE_SECONDS = 30;

	/**
	 * Asks for another attempt.
	 *
	 * @param string $task    `sync`, `cancel`, `mail` (of a checkout) or `refresh` (an order).
	 * @param string $id      Id of the checkout or of the order.
	 * @param int    $attempt How many there have been.
	 */
	public static function enqueue( $task, $id, $attempt = 0 ) {
		if ( $attempt >= self::MAX_ATTEMPTS || ! function_exists( 'as_schedule_single_action' ) ) {
			wc_get_logger()->error( "Given up: $task $id", array( 'source' => 'balcao' ) );
			return;
		}
		$delay_seconds = 0 === $attempt ? 0 : min( 3600, 15 * ( 2 ** $attempt ) );
		as_schedule_single_action( time() + $delay_seconds, self::HOOK, array( $task, (string) $id, $attempt ), 'balcao' );
	}

	/**
	 * Does it, and asks again when it fails.
	 *
	 * @param string $task    As it was asked.
	 * @param string $id      As it was asked.
	 * @param int    $attempt As it was asked.
	 */
	public static function run( $task, $id, $attempt ) {
		if ( Balcao_Shop::is_elsewhere() ) {
			// Put off until the owner has said what this shop is.
			self::enqueue( $task, $id, self::PUT_OFF );
			return;
		}
		Balcao_Patience::allow( self::PATIENCE_SECONDS );
		try {
			if ( 'sync' === $task ) {
				Balcao_Orders::sync( $id );
			} elseif ( 'cancel' === $task ) {
				Balcao_Sessions::cancel_at_service( $id, (int) $attempt );
			} elseif ( 'mail' === $task ) {
				Balcao_Mails::send_code( $id );
			} elseif ( 'refresh' === $task ) {
				Balcao_Sessions::refresh( (int) $id );
			}
		} catch ( Throwable $error ) {
			wc_get_logger()->warning( "$task $id: " . $error->getMessage(), array( 'source' => 'balcao' ) );
			self::enqueue( $task, $id, (int) $attempt + 1 );
		}
	}
}
