<?php
/**
 * Events that were not received.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads the service's list of events from where it stopped, every minute, by Action Scheduler.
 */
class Balcao_Reconciler {

	const HOOK = 'balcao_reconcile';

	const INTERVAL_SECONDS = 60;

	/** Events that happen together may become readable one after the other. */
	const OVERLAP_SECONDS = 60;

	/** Of a hundred events each. A span with more is read in halves. */
	const MAX_PAGES = 20;

	/** A busy or hanging shop goes on in the next run. */
	const MAX_SECONDS = 25;

	/**
	 * Has Action Scheduler run it.
	 */
	public static function schedule() {
		if ( function_exists( 'as_has_scheduled_action' ) && ! as_has_scheduled_action( self::HOOK ) ) {
			as_schedule_recurring_action( time(), self::INTERVAL_SECONDS, self::HOOK, array(), 'balcao', true );
		}
	}

	/**
	 * Starts to keep a cursor, at the shop's first session.
	 *
	 * @param string $created_at When that was opened, by the service's clock.
	 */
	public static function begin( $created_at ) {
		if ( ! get_option( Balcao_Settings::CURSOR ) ) {
			add_option( Balcao_Settings::CURSOR, self::cursor( $created_at, array() ), '', false );
			self::schedule();
		}
	}

	/**
	 * Brings everything up to date that has happened since the last run.
	 */
	public static function run() {
		$cursor = get_option( Balcao_Settings::CURSOR );
		if ( ! is_array( $cursor ) || ! Balcao_Settings::are_complete() || Balcao_Shop::is_elsewhere() ) {
			return;
		}
		try {
			self::read_on( $cursor, Balcao_Api::from_settings(), time() + self::MAX_SECONDS );
		} catch ( Balcao_Api_Error $error ) {
			// Nothing is lost: the cursor stays, and the next run comes in a minute.
			wc_get_logger()->warning( 'Events could not be read: ' . $error->getMessage(), array( 'source' => 'balcao' ) );
		}
	}

	/**
	 * Reads span after span up to the newest event.
	 *
	 * @param array      $cursor   Where to begin.
	 * @param Balcao_Api $api      The service.
	 * @param int        $deadline When to stop.
	 * @throws Balcao_Api_Error When the service is away.
	 */
	private static function read_on( array $cursor, $api, $deadline ) {
		$newest = $api->get( '/v1/events', array( 'limit' => 1 ) );
		if ( empty( $newest['data'] ) ) {
			return;
		}
		$end = $newest['data'][0]['created_at'];
		// The newest event itself lies before the end of the last span.
		$end_ms = self::milliseconds( $end ) + 1;
		$to_ms  = $end_ms;
		while ( time() < $deadline ) {
			$from_ms = self::milliseconds( $cursor['until'] ) - 1000 * self::OVERLAP_SECONDS;
			$events  = self::span( $api, $from_ms, $to_ms, $to_ms - $from_ms <= 2000 * self::OVERLAP_SECONDS );
			if ( null === $events ) {
				$to_ms = max( $from_ms + 2000 * self::OVERLAP_SECONDS, intdiv( $from_ms + $to_ms, 2 ) );
				continue;
			}
			self::handle( $events, $cursor['seen'] );
			$until  = min( $to_ms, $end_ms - 1 );
			$cursor = self::cursor( self::timestamp( $until ), self::recent( $events, $until ) );
			update_option( Balcao_Settings::CURSOR, $cursor, false );
			if ( $to_ms >= $end_ms ) {
				return;
			}
			$to_ms = $end_ms;
		}
	}

	/**
	 * Events of a span of time, the oldest first.
	 *
	 * @param Balcao_Api $api     The service.
	 * @param int        $from_ms Its begin, included.
	 * @param int        $to_ms   Its end, not included.
	 * @param bool       $whole   Whether to read it however long it is.
	 * @return array|null Null when there are too many.
	 * @throws Balcao_Api_Error When the service is away.
	 */
	private static function span( $api, $from_ms, $to_ms, $whole ) {
		$events = array();
		$query  = array(
			'created_from' => self::timestamp( $from_ms ),
			'created_to'   => self::timestamp( $to_ms ),
			'limit'        => 100,
		);
		for ( $pages = 1; ; $pages++ ) {
			$page = $api->get( '/v1/events', $query );
			foreach ( $page['data'] as $event ) {
				$events[] = array(
					'id'          => $event['id'],
					'created_at'  => $event['created_at'],
					'checkout_id' => Balcao_Webhook::checkout_id( $event ),
					'is_ours'     => self::is_ours( $event ),
					'refunds'     => Balcao_Webhook::is_about_refunds( $event ),
				);
			}
			if ( empty( $page['has_more'] ) ) {
				return array_reverse( $events );
			}
			if ( ! $whole && $pages >= self::MAX_PAGES ) {
				return null;
			}
			$query['starting_after'] = $page['next_cursor'];
		}
	}

	/**
	 * True when an event is about a session of this shop.
	 *
	 * @param array $event An event.
	 * @return bool
	 */
	private static function is_ours( array $event ) {
		$data = $event['data'];
		return 'checkout' === $data['object']
			? null !== Balcao_Known_Sessions::of( $data )
			: null !== Balcao_Known_Sessions::find( Balcao_Webhook::checkout_id( $event ) );
	}

	/**
	 * Brings the orders of new events up to date, each once.
	 *
	 * @param array $events The events, the oldest first.
	 * @param array $seen   Ids of those that were handled in an earlier run.
	 * @throws Balcao_Api_Error When the service is away.
	 */
	private static function handle( array $events, array $seen ) {
		$checkouts = array();
		foreach ( $events as $event ) {
			if ( $event['is_ours'] && '' !== $event['checkout_id'] && ! in_array( $event['id'], $seen, true ) ) {
				$before                             = ! empty( $checkouts[ $event['checkout_id'] ] );
				$checkouts[ $event['checkout_id'] ] = $before || $event['refunds'];
			}
		}
		foreach ( $checkouts as $checkout_id => $with_refunds ) {
			try {
				Balcao_Orders::sync( $checkout_id, $with_refunds );
			} catch ( Balcao_Api_Error $error ) {
				if ( $error->is_outage() || 401 === $error->status ) {
					throw $error;
				}
				Balcao_Later::enqueue( 'sync', $checkout_id, 1 );
			} catch ( Throwable $error ) {
				// One order that cannot be saved must not keep the others from their money.
				Balcao_Later::enqueue( 'sync', $checkout_id, 1 );
			}
		}
	}

	/**
	 * Ids of the events that the next span will show again.
	 *
	 * @param array $events   The events.
	 * @param int   $until_ms How far they were read.
	 * @return array
	 */
	private static function recent( array $events, $until_ms ) {
		$ids = array();
		foreach ( $events as $event ) {
			if ( self::milliseconds( $event['created_at'] ) >= $until_ms - 1000 * self::OVERLAP_SECONDS ) {
				$ids[] = $event['id'];
			}
		}
		return $ids;
	}

	/**
	 * The cursor as it is stored.
	 *
	 * @param string $until How far the events were read, by the service's clock.
	 * @param array  $seen  Ids of the events of the last minute before that.
	 * @return array
	 */
	private static function cursor( $until, array $seen ) {
		return array(
			'until' => $until,
			'seen'  => $seen,
		);
	}

	/**
	 * A timestamp of the service as a number.
	 *
	 * @param string $timestamp As RFC 3339 writes it, in UTC.
	 * @return int Milliseconds since 1970.
	 */
	private static function milliseconds( $timestamp ) {
		$time = new DateTimeImmutable( $timestamp );
		return (int) $time->format( 'U' ) * 1000 + (int) $time->format( 'v' );
	}

	/**
	 * A number as the service's timestamp.
	 *
	 * @param int $milliseconds Milliseconds since 1970.
	 * @return string
	 */
	private static function timestamp( $milliseconds ) {
		return gmdate( 'Y-m-d\TH:i:s', intdiv( $milliseconds, 1000 ) ) . sprintf( '.%03dZ', $milliseconds % 1000 );
	}
}
