/** CPF and CNPJ are told from other numbers by their check digits. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { writtenPhone } from '../../domain/formats/phone.ts'
import { taxIdOf, writtenTaxId } from '../../domain/formats/taxId.ts'

for (const [text, expected] of Object.entries({
  '52998224725': { cpf: '52998224725' },
  '529.982.247-25': { cpf: '52998224725' },
  ' 111.444.777-35 ': { cpf: '11144477735' },
  '123.456.789-09': { cpf: '12345678909' },
  '11222333000181': { cnpj: '11222333000181' },
  '11.222.333/0001-81': { cnpj: '11222333000181' },
  '12.345.678/0001-95': { cnpj: '12345678000195' },
  // The example of the Receita Federal for numbers with letters.
  '12.ABC.345/01DE-35': { cnpj: '12ABC34501DE35' },
  '12abc34501de35': { cnpj: '12ABC34501DE35' },
})) {
  test(`${text} is ${JSON.stringify(expected) ?? 'neither'}`, () => {
    assert.deepEqual(taxIdOf(text), expected)
  })
}

test('no other check digits are valid', () => {
  for (const text of ['52998224725', '11222333000181', '12ABC34501DE35']) {
    for (const place of [text.length - 2, text.length - 1]) {
      for (const digit of '0123456789'.replace(text[place] ?? '', '')) {
        const changed = text.slice(0, place) + digit + text.slice(place + 1)
        assert.equal(taxIdOf(changed), undefined, changed)
      }
    }
  }
})

for (const text of [
  '',
  '0',
  'abc',
  '11111111111',
  '00000000000',
  '00000000000000',
  'AAAAAAAAAAAAAA',
  '52998224724',
  '5299822472',
  '529982247250',
  '529982247A5',
  '11222333000180',
  '11222333000182',
  '12ABC34501DE36',
  '12ABC34501DE3A',
  '12ÁBC34501DE35',
  '12ABC34501\u0131E35',
  '１２345678000195',
  '529_982_247_25',
]) {
  test(`${JSON.stringify(text)} is neither`, () => {
    assert.equal(taxIdOf(text), undefined)
  })
}

test('a CPF or CNPJ is written with its punctuation, all else as it is', () => {
  for (const [stored, written] of [
    ['39053344705', '390.533.447-05'],
    ['390.533.447-05', '390.533.447-05'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['X-123', 'X-123'],
    ['3905334470', '3905334470'],
  ] as const) {
    assert.equal(writtenTaxId(stored), written)
  }
})

test('a phone of Brazil is written with its area code, all else as it is', () => {
  for (const [stored, written] of [
    ['+5511987654321', '(11) 98765-4321'],
    ['11987654321', '(11) 98765-4321'],
    ['55 11 3265-4321', '(11) 3265-4321'],
    ['55987654321', '(55) 98765-4321'],
    ['+1 555 123 4567', '+1 555 123 4567'],
    ['0800 123 4567', '0800 123 4567'],
    ['ramal 12', 'ramal 12'],
  ] as const) {
    assert.equal(writtenPhone(stored), written)
  }
})
