/**
 * Copies the code, and shows the payment, or another code, as soon as it has come. Without this
 * script the page has the code to select and a link that looks again.
 */
( function () {
	'use strict';

	var FIRST_DELAY_MS = 3000;
	var LONGEST_DELAY_MS = 20000;
	var section = document.querySelector( '.balcao-pix[data-state-url]' );
	if ( ! section ) {
		return;
	}

	var button = section.querySelector( '.balcao-pix__copy' );
	var code = section.querySelector( '.balcao-pix__code' );
	if ( button && code ) {
		button.hidden = false;
		button.addEventListener( 'click', function () {
			code.select();
			var copied = navigator.clipboard
				? navigator.clipboard.writeText( code.value )
				: Promise.reject();
			copied
				.catch( function () {
					// Pages without TLS have no clipboard of the new kind.
					if ( ! document.execCommand( 'copy' ) ) {
						throw new Error( 'not copied' );
					}
				} )
				.then( function () {
					button.textContent = section.dataset.copied;
				} )
				.catch( function () {
					// The code is selected: the buyer can copy it by hand.
					code.focus();
				} );
		} );
	}

	var delay = FIRST_DELAY_MS;
	function look() {
		if ( document.hidden ) {
			return later();
		}
		fetch( section.dataset.stateUrl, { headers: { Accept: 'application/json' } } )
			.then( function ( response ) {
				return response.json();
			} )
			.then( function ( answer ) {
				if ( [ 'paid', 'ended', 'changed' ].indexOf( answer.state ) !== -1 ) {
					window.location.reload();
				} else {
					later();
				}
			} )
			.catch( later );
	}
	function later() {
		window.setTimeout( look, delay );
		delay = Math.min( LONGEST_DELAY_MS, delay * 1.1 );
	}
	later();
} )();
