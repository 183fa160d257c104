import type { SubscriptionTexts } from './pt-BR.ts'

/** The terms and states of a subscription in Spanish. */
export const es: SubscriptionTexts = {
  title: {
    incomplete: 'Esperando su autorización',
    'paid-not-authorized': 'Pago recibido, débito no autorizado',
    active: 'Suscripción activa',
    past_due: 'Hay un pago atrasado',
    canceled: 'Suscripción cancelada',
    expired: 'Suscripción no completada',
    ended: 'Suscripción concluida',
    not_found: 'Suscripción no encontrada',
    cancel: '¿Cancelar esta suscripción?',
  },
  not_found_text: 'No hay ninguna suscripción en esta dirección.',
  not_found_help: 'Revise el enlace o pida uno nuevo a quien vende.',
  refused: 'No entendimos la solicitud y nada ha cambiado. Use los botones de esta página.',
  subscribe: 'Suscríbase con Pix Automático',
  link: {
    form: 'Sus datos',
    submit: 'Continuar',
    reserve:
      'En la próxima página está el código que usted paga y autoriza en su banco. Antes no se ' +
      'cobra nada.',
  },
  terms: 'Condiciones de la suscripción',
  every: {
    '1 week': 'por semana',
    '1 month': 'al mes',
    '3 month': 'cada 3 meses',
    '6 month': 'cada 6 meses',
    '12 month': 'cada 12 meses',
    '1 year': 'al año',
  },
  name: 'Suscripción',
  first_amount: 'Primer pago',
  next_amounts: 'Después',
  first_day: 'Primer día',
  paid_with_code: 'Al pagar el código Pix',
  count: 'Cobros',
  count_of: (count) => `${count} en total`,
  until_canceled: 'Hasta que usted cancele',
  variable: 'Importe variable',
  variable_text:
    'El importe puede cambiar en cada cobro. Al autorizar, usted elige en su banco un límite por ' +
    'cobro, y nada por encima de él se debita.',
  least_limit: (amount) => `El límite no puede ser menor que ${amount}.`,
  how_to_cancel: 'Cómo cancelar',
  how_to_cancel_text:
    'Cuando quiera, en esta página o en la aplicación de su banco, en Pix Automático. Para que ' +
    'no se haga el próximo cobro, cancele hasta las 22:00 (hora de Brasilia) del día anterior.',
  keep_address: 'Guarde la dirección de esta página: abre su suscripción en cualquier momento.',
  waiting: { both: 'Esperando el pago y la autorización', only: 'Esperando la autorización' },
  qr_of: (name) => `Código QR de Pix Automático de ${name}`,
  how_it_works: 'Cómo funciona',
  steps: {
    both: [
      'Abra la aplicación de su banco, entre en Pix y lea el código o péguelo.',
      'Revise quién recibe, el importe y la frecuencia. Pague y autorice el Pix Automático.',
      'Los próximos pagos se debitan de su cuenta sin que usted tenga que hacer nada.',
    ],
    only: [
      'Abra la aplicación de su banco, entre en Pix y lea el código o péguelo.',
      'Revise quién recibe, el importe y la frecuencia, y autorice. Ahora no se paga nada.',
      'Los pagos se debitan de su cuenta, el primero en el día indicado.',
    ],
  },
  updates_itself: 'Esta página cambia sola en cuanto su banco lo confirme.',
  coming_title: 'Se está generando el código',
  no_code_title: 'El código todavía no está listo',
  next_debit: 'Próximo débito',
  no_next_debit: 'No habrá otro débito.',
  amount: 'Importe',
  may_change: 'puede cambiar',
  paid_until: 'Pagado hasta',
  active_text: 'Los pagos se debitan de su cuenta por Pix Automático.',
  past_due_text: (reason) => `El cobro más reciente no se pagó: ${reason}.`,
  next_attempt: (day) => `Su banco lo intentará de nuevo el ${day}.`,
  pay_by_code: (amount) =>
    'El débito no se intentará de nuevo. Para seguir al día, ' +
    `pague ${amount} con el código de esta página.`,
  no_attempt: 'El débito de este cobro no se intentará de nuevo.',
  not_authorized_text:
    'Recibimos el primer pago, pero su banco no autorizó los próximos débitos. Es posible que ' +
    'todavía no ofrezca Pix Automático.',
  not_authorized_wait: (time) =>
    `Si la aplicación de su banco pide la autorización, confírmela antes del ${time}.`,
  not_authorized_end: 'Sin la autorización, no se debitará nada más.',
  expired_text:
    'El plazo terminó sin pago y sin autorización. No se debitó ni se debitará nada. Para ' +
    'suscribirse, vuelva a la tienda y empiece de nuevo.',
  expired_paid_text:
    'El primer pago se hizo, pero los débitos no se autorizaron en 24 horas. No se debitará nada ' +
    'más.',
  rejected_text: 'La autorización fue rechazada en su banco. No se debitará nada.',
  canceled_text:
    'No se debitará nada más. Si aun así se hace un débito, el dinero vuelve a su cuenta.',
  canceled_by: {
    seller: 'La tienda canceló esta suscripción.',
    buyer: 'Usted canceló esta suscripción.',
    payer: 'La autorización se canceló en la aplicación del banco.',
    payer_bank: 'El banco de quien paga terminó la autorización.',
    seller_bank: 'El banco de la tienda terminó la autorización.',
    system: 'Esta suscripción fue terminada.',
  },
  ended_text: 'Todos los cobros previstos terminaron. No se debitará nada más.',
  paid_until_text: (day) => `Lo que pagó vale hasta el ${day}.`,
  reasons: {
    insufficient_funds: 'no había saldo suficiente en la cuenta',
    amount_over_limit: 'el importe supera el límite que usted fijó en su banco',
    account_closed: 'la cuenta fue cerrada',
    account_blocked: 'la cuenta está bloqueada',
    payer_mismatch: 'la cuenta no es de la persona que autorizó',
    not_authorized: 'la autorización ya no es válida',
    same_bank: 'su banco no hace este débito entre cuentas propias',
    rule: 'el banco rechazó el débito',
    bank_error: 'hubo un fallo entre los bancos',
    canceled_by_payer: 'el débito se canceló en la aplicación del banco',
    canceled_by_bank: 'el débito fue cancelado por un banco',
    missed: 'el cobro no pudo enviarse al banco a tiempo',
    other: 'el banco no completó el débito',
  },
  invoices: 'Cobros',
  older_invoices: 'Cobros más antiguos',
  newest_invoices: 'Cobros más recientes',
  invoice: (number) => `Cobro ${number}`,
  invoice_of: (number, cycles) => `Cobro ${number} de ${cycles}`,
  status: {
    draft: 'Previsto',
    open: 'Programado',
    failed: 'No debitado',
    paid: 'Pagado',
    void: 'No cobrado',
    uncollectible: 'No pagado',
  },
  receipt: 'Comprobante',
  receipt_of: (number) => `Comprobante del cobro ${number}`,
  period: 'Período',
  period_of: (start, end) => `del ${start} al ${end}`,
  back_to_subscription: 'Volver a la suscripción',
  cancel: 'Cancelar suscripción',
  cancel_text: 'Una vez cancelada, la suscripción no se puede retomar.',
  cancel_soon: (day) =>
    `El débito del ${day} ya no se puede detener; si se hace, el dinero vuelve a su cuenta.`,
  confirm: 'Sí, cancelar',
  keep: 'No, mantener la suscripción',
  test_text: 'Aquí no se mueve dinero. Elija lo que ocurre:',
  test: {
    authorize: 'Pagar y autorizar',
    authorize_only: 'Autorizar',
    pay_only: 'Pagar sin autorizar',
    refuse: 'Rechazar la autorización',
    pay: 'Debitar ahora',
    pay_code: 'Pagar el código',
    fail: 'Hacer que el débito falle',
  },
}
