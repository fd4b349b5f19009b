import { expect, test } from 'vitest';
import { logoType, MOST_LOGO_BYTES } from './logo.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const svg = (inside: string) => bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);

test('a PNG and an SVG that only draws are logos', () => {
  expect(logoType(PNG)).toBe('image/png');
  const gradient = '<defs><linearGradient id="g"/></defs><path fill="url(#g)" d="M0 0h24v24H0z"/><use href="#g"/>';
  expect(logoType(svg(gradient))).toBe('image/svg+xml');
  expect(logoType(bytesOf('<?xml version="1.0"?>\n<!-- ours -->\n<svg><path d="M0 0"/></svg>'))).toBe('image/svg+xml');
});

test.each([
  '<script>alert(1)</script>',
  '<svg:script>alert(1)</svg:script>',
  '<path onload="alert(1)"/>',
  '<path\nonclick = alert(1) />',
  '<a href="javascript:alert(1)"><path/></a>',
  '<a href="&#106;avascript:alert(1)"><path/></a>',
  '<image href="https://elsewhere.example/x.png"/>',
  '<use xlink:href="//elsewhere.example/x.svg#a"/>',
  '<image href="data:image/svg+xml;base64,AA"/>',
  '<style>@import "//elsewhere.example";</style>',
  '<path style="fill:url(https://elsewhere.example)"/>',
  '<foreignObject><b/></foreignObject>',
  '<animate attributeName="href" to="javascript:alert(1)"/>',
  '<set attributeName="onload" to="x"/>',
  '<é:script xmlns:é="http://www.w3.org/2000/svg">alert(1)</é:script>',
  '<s.v:script>alert(1)</s.v:script>',
  '<meta http-equiv="refresh" content="0;URL=https://elsewhere.example"/>',
  '<style>a{fill:\\75rl(https://elsewhere.example)}</style>',
  '<style>a{fill:image-set("https://elsewhere.example/x.png" 1x)}</style>',
])('an SVG that runs or loads something is none: %s', (inside) => {
  expect(logoType(svg(inside))).toBeUndefined();
});

test.each([
  ['nothing', new Uint8Array()],
  ['a page', bytesOf('<html><svg></svg></html>')],
  ['one with entities of its own', bytesOf('<!DOCTYPE svg [<!ENTITY a "b">]><svg></svg>')],
  ['text that is not UTF-8', new Uint8Array([0x3c, 0x73, 0x76, 0x67, 0x3e, 0xff])],
  ['text in another encoding', bytesOf('<?xml version="1.0" encoding="ISO-2022-JP"?><svg></svg>')],
  ['many comments without a drawing', bytesOf('<!---->'.repeat(200))],
  ['a GIF', bytesOf('GIF89a')],
  ['one that is too large', new Uint8Array([...PNG, ...new Uint8Array(MOST_LOGO_BYTES)])],
])('%s is none', (_, bytes) => {
  expect(logoType(bytes)).toBeUndefined();
});
