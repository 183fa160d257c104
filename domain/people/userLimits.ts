import { idPrefixes } from '../../generated/idPrefixes.ts'
import { aboveIds } from '../../runtime/ids.ts'

/** Users of a seller who are not removed. */
export const MAX_USERS = 100

/** Sorts after the id of every user. */
export const AFTER_ALL_USERS = aboveIds(idPrefixes.users)
