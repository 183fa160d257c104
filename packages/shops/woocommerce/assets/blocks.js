/** Registers the payment method in the block checkout. */
( function () {
	'use strict';

	var settings = window.wc.wcSettings.getSetting( 'balcao_data', {} );
	var createElement = window.wp.element.createElement;
	var decodeEntities = window.wp.htmlEntities.decodeEntities;
	var title = decodeEntities( settings.title || 'Pix' );

	function Label( props ) {
		return createElement( props.components.PaymentMethodLabel, { text: title } );
	}

	function Content() {
		return createElement( 'p', null, decodeEntities( settings.description || '' ) );
	}

	window.wc.wcBlocksRegistry.registerPaymentMethod( {
		name: 'balcao',
		label: createElement( Label, null ),
		content: createElement( Content, null ),
		edit: createElement( Content, null ),
		canMakePayment: function () {
			return true;
		},
		ariaLabel: title,
		supports: { features: settings.supports || [ 'products' ] },
	} );
} )();
