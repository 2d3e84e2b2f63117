import { describe, expect, test } from 'vitest'

import { openApiDocument } from '../schemas/openapi-document.ts'
import type { Method, Route } from './route.ts'
import { Router } from './router.ts'
import { ROUTES } from './table.ts'

function route(method: Method, path: string): Route {
  return { method, path, action: null, doc: '', status: 200, handle: () => ({ body: null }) }
}

const router = new Router([
  route('GET', '/indexes/:uid/documents/:id'),
  route('DELETE', '/indexes/:uid/documents/:id'),
  route('POST', '/indexes/:uid/documents/fetch'),
  route('GET', '/'),
])

describe('finding a route', () => {
  test('parameters are decoded once', () => {
    expect(router.find('GET', '/indexes/a%20b/documents/1%252')).toMatchObject({
      kind: 'route',
      params: { uid: 'a b', id: '1%2' },
    })
  })

  test('a broken escape stays as it is', () => {
    expect(router.find('GET', '/indexes/%E0%A4%A/documents/1')).toMatchObject({
      params: { uid: '%E0%A4%A' },
    })
  })

  test('fixed words go before parameters, whatever the method', () => {
    expect(router.find('GET', '/indexes/a/documents/fetch')).toEqual({
      kind: 'method',
      allowed: ['POST'],
    })
  })

  test('a known path with another method is told from an unknown path', () => {
    expect(router.find('PUT', '/indexes/a/documents/1')).toEqual({
      kind: 'method',
      allowed: ['GET', 'DELETE'],
    })
    expect(router.find('GET', '/indexes/a')).toEqual({ kind: 'none' })
    expect(router.find('GET', '/indexes/a/documents/1/parts')).toEqual({ kind: 'none' })
  })

  test('slashes at the end and repeated ones do not count', () => {
    expect(router.find('GET', '//indexes//a/documents/1/').kind).toBe('route')
    expect(router.find('GET', '').kind).toBe('route')
  })
})

describe('the table', () => {
  test('no two routes have the same method and path', () => {
    const names = ROUTES.map((each) => `${each.method} ${each.path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('every route is found by its own path', () => {
    const full = new Router(ROUTES)
    for (const each of ROUTES) {
      expect(full.find(each.method, each.path.replaceAll(':', ''))).toMatchObject({ route: each })
    }
  })

  test('the OpenAPI document describes every route', () => {
    const { paths } = openApiDocument(ROUTES)
    for (const each of ROUTES) {
      const path = each.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')
      expect(paths).toHaveProperty([path, each.method.toLowerCase(), 'summary'], each.doc)
      expect(each.doc).not.toBe('')
    }
  })
})
