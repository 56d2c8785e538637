/** The requests that curl sends, by its options (man curl). */
import { expect, it } from 'vitest';
import { readCurl } from '../../../../../src/main/doctor/read/read-curl.ts';
import { Source } from '../../../../../src/main/doctor/read/source.ts';

const requestOf = (command: string) => readCurl(new Source(command.split('\n')), 0)?.request ?? null;
const HOST = 'https://api.example';
const FORM = ['Content-Type', 'application/x-www-form-urlencoded'];

it.each<[command: string, request: object]>([
  [`curl -T photo.jpg ${HOST}/upload`, { method: 'PUT', body: null }],
  [`curl --upload-file photo.jpg -X POST ${HOST}/upload`, { method: 'POST' }],
  [`curl -r 0-99 ${HOST}/file`, { method: 'GET', headers: [['Range', 'bytes=0-99']] }],
  [`curl --range 500- ${HOST}/file`, { headers: [['Range', 'bytes=500-']] }],
  [`curl -b jar.txt ${HOST}/`, { headers: [] }],
  [`curl -b 'a=1; b=2' ${HOST}/`, { headers: [['Cookie', 'a=1; b=2']] }],
  [`curl --digest -u me:pw ${HOST}/`, { headers: [] }],
  [`curl -u me:pw --ntlm ${HOST}/`, { headers: [] }],
  [`curl -u me:pw ${HOST}/`, { headers: [['Authorization', 'Basic bWU6cHc=']] }],
  ['curl localhost:8080/v1', { url: 'http://localhost:8080/v1' }],
  ['curl localhost', { url: 'http://localhost' }],
  ['curl 127.0.0.1:3000/x', { url: 'http://127.0.0.1:3000/x' }],
  ['curl api.example', { url: 'http://api.example' }],
  ['curl $URL', { url: '$URL' }],
  ['curl "$BASE/v1/listings"', { url: '$BASE/v1/listings' }],
  ['curl %BASE%/v1/listings', { url: '%BASE%/v1/listings' }],
  [`curl -d @body.json ${HOST}/`, { method: 'POST', headers: [FORM], body: null }],
  [`curl --data-raw @name ${HOST}/`, { body: '@name' }],
  [`curl --data-binary @- ${HOST}/`, { method: 'POST', body: null }],
  [`curl -d '' ${HOST}/`, { method: 'POST', body: '' }],
  [`curl -H @headers.txt ${HOST}/`, { headers: [], headersKnown: false }],
  [`curl -H 'Accept;' -H 'X-None:' ${HOST}/`, { headers: [['Accept', '']], headersKnown: true }],
  [`curl -sSXDELETE ${HOST}/a -o /dev/null`, { method: 'DELETE', url: `${HOST}/a` }],
  [`curl -G -d a=b -d c=d ${HOST}/?x=1`, { method: 'GET', url: `${HOST}/?x=1&a=b&c=d`, body: null }],
  [`curl --data-raw $'it\\'s \\u00e4\\x21' ${HOST}/`, { body: 'it’s ä!'.replace('’', "'") }],
  [`curl.exe -s \`\n>> -H "Accept: a" \`\n>> ${HOST}/`, { url: `${HOST}/`, headers: [['Accept', 'a']] }],
  [`curl ${HOST}/a -H Authorization:<TOKEN> 2>/dev/null | jq .`, { headers: [['Authorization', '<TOKEN>']] }],
])('%s', (command, request) => {
  expect(requestOf(command)).toMatchObject(request);
});

it.each([
  'curl returned nothing',
  'we use curl to call it',
  'curl e.g. this',
  'curl: (6) Could not resolve host: a.example',
])('is not a command: %s', (sentence) => {
  expect(requestOf(sentence)).toBeNull();
});
