// n3's main entry pulls in Node's streams and Buffer; only its parser and terms are used, which it ships
// without types of their own.
declare module 'n3/lib/N3Parser.js' {
  export { Parser as default } from 'n3';
}
declare module 'n3/lib/N3DataFactory.js' {
  export { DataFactory as default } from 'n3';
}
