/** Words by which banks say that the id of an order is used, and others. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { saysIdIsUsed } from '../../domain/pix/refunds/orders.ts'

for (const problem of [
  // The contract's words, those of its simulated bank, and Efí's.
  'Devolução inválida; apresenta um {id} já utilizado por outra requisição de devolução',
  'Devolução inválida; Este id já foi utilizado; id Este id já foi utilizado',
  'O id informado já foi utilizado em outra devolução',
  'ID DE DEVOLUCAO JA EXISTE',
  'identificador duplicado',
  'The id was already used',
]) {
  test(`an id is used: ${problem}`, () => assert.equal(saysIdIsUsed(problem), true))
}

for (const problem of [
  '',
  'Devolução inválida; O valor excede o do Pix; devolucao.valor O valor excede o do Pix',
  'Este Pix já foi devolvido; o id não existe',
  'Acesso Negado; Falta pix.write',
  'O limite diário já foi utilizado',
]) {
  test(`no id is used: ${problem || 'no problem'}`, () =>
    assert.equal(saysIdIsUsed(problem), false))
}
