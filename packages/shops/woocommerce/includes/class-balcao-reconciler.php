<?php
/**
 * Events that were not received.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads the service's list of events from where it stopped, by Action Scheduler: every minute while
 * an order waits for its money, and every hour for what happens to paid ones.
 */
class Balcao_Reconciler {

	const HOOK = 'balcao_reconcile';

	const INTERVAL_SECONDS = 3600;

	/** The same, while an order waits. */
	const WATCH_HOOK = 'balcao_watch';

	const WATCH_INTERVAL_SECONDS = 60;

	/** Events that happen together may become readable one after the other. */
	const OVERLAP_SECONDS = 60;

	/** Of a hundred events each. A span with more is read in halves. */
	const MAX_PAGES = 20;

	/** A busy or hanging shop goes on in the next run. */
	const MAX_SECONDS = 25;

	/** A page of events is read in full, or in halves when its answer was cut. */
	const PAGE_EVENTS = 100;

	/**
	 * How many events a page of this request has.
	 *
	 * @var int
	 */
	private static $limit = self::PAGE_EVENTS;

	/**
	 * Has Action Scheduler run it.
	 */
	public static function schedule() {
		$arguments = array( self::INTERVAL_SECONDS );
		if ( function_exists( 'as_has_scheduled_action' ) && ! as_has_scheduled_action( self::HOOK, $arguments ) ) {
			// Of a version that ran every minute.
			as_unschedule_all_actions( self::HOOK );
			as_schedule_recurring_action( time(), self::INTERVAL_SECONDS, self::HOOK, $arguments, 'balcao', true );
			self::watch();
		}
	}

	/**
	 * Has it run soon, while an order waits.
	 *
	 * @param int $delay_seconds When.
	 */
	public static function watch( $delay_seconds = 0 ) {
		if ( ! function_exists( 'as_schedule_single_action' ) || ! Balcao_Known_Sessions::is_any_open() ) {
			return;
		}
		$waiting = as_get_scheduled_actions(
			array(
				'hook'     => self::WATCH_HOOK,
				'status'   => 'pending',
				'per_page' => 1,
			),
			'ids'
		);
		if ( ! $waiting ) {
			as_schedule_single_action( time() + $delay_seconds, self::WATCH_HOOK, array(), 'balcao' );
		}
	}

	/**
	 * The run of every minute. The next one is scheduled first: a run that is cut off ends no chain.
	 */
	public static function run_and_watch() {
		self::watch( self::WATCH_INTERVAL_SECONDS );
		self::run();
	}

	/**
	 * Starts to keep a cursor, at the shop's first session.
	 *
	 * @param string $created_at When that was opened, by the service's clock.
	 */
	public static function begin( $created_at ) {
		if ( ! get_option( Balcao_Settings::CURSOR ) ) {
			add_option( Balcao_Settings::CURSOR, self::cursor( $created_at, array() ), '', false );
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
		Balcao_Patience::allow( 2 * self::MAX_SECONDS );
		try {
			self::read_on( $cursor, Balcao_Api::from_settings(), time() + self::MAX_SECONDS );
		} catch ( Balcao_Api_Error $error ) {
			// Nothing is lost: the cursor stays, and the next run comes.
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
		);
		for ( $pages = 1; ; $pages++ ) {
			$page = self::page( $api, $query );
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
	 * A page of events. An answer that is cut is read again with half as many; a single event that is
	 * longer than any answer is passed over, so that those after it are read.
	 *
	 * @param Balcao_Api $api   The service.
	 * @param array      $query The span, and where in it the page begins.
	 * @return array `data`, `has_more` and `next_cursor`.
	 * @throws Balcao_Api_Error When the service is away.
	 */
	private static function page( $api, array $query ) {
		while ( true ) {
			try {
				return $api->get( '/v1/events', $query + array( 'limit' => self::$limit ) );
			} catch ( Balcao_Api_Error $error ) {
				if ( null === $error->cut ) {
					throw $error;
				}
				if ( 1 === self::$limit ) {
					return self::page_without_event( $error );
				}
				self::$limit = intdiv( self::$limit, 2 );
			}
		}
	}

	/**
	 * What stands for a page of one event whose answer was cut.
	 *
	 * @param Balcao_Api_Error $error With the beginning of the answer.
	 * @return array
	 * @throws Balcao_Api_Error When that does not name the event.
	 */
	private static function page_without_event( $error ) {
		if ( ! preg_match( '/"id":"(evt_[^"]+)"/', $error->cut, $found ) ) {
			throw $error;
		}
		wc_get_logger()->error( "The event {$found[1]} is too long to be read.", array( 'source' => 'balcao' ) );
		return array(
			'data'        => array(),
			'has_more'    => true,
			'next_cursor' => $found[1],
		);
	}

	/**
	 * True when an event is about a session of this shop.
	 *
	 * @param array $event An event.
	 * @return bool
	 */
	private static function is_ours( array $event ) {
		$checkout_id = Balcao_Webhook::checkout_id( $event );
		if ( '' === $checkout_id ) {
			return false;
		}
		return 'checkout' === $event['data']['object']
			? null !== Balcao_Known_Sessions::of( $event['data'] )
			: null !== Balcao_Known_Sessions::find( $checkout_id );
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
