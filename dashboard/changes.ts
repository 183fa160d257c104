/** The body of an update, from a form that shows the values of an existing object. */
import { lastValue } from './forms.ts'
import type { Form } from './forms.ts'

/**
 * The body of a PATCH: the fields that the form has. One that was emptied is removed by null where
 * the operation takes it; any other is sent empty, so that it is refused where it must not be, and
 * not silently kept.
 *
 * @param removable fields that the operation takes null for
 */
export function changesOf(
  form: Form,
  names: readonly string[],
  removable: readonly string[] = [],
): Record<string, string | null> {
  const typed = names.filter((name) => form.has(name))
  return Object.fromEntries(
    typed.map((name) => {
      const value = lastValue(form, name)?.replaceAll('\r\n', '\n') ?? ''
      return [name, value === '' && removable.includes(name) ? null : value]
    }),
  )
}
