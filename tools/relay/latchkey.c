/*
 * The command `latchkey` of an installed application: hands a command to the running app and writes its answer, and knows no command itself. The
 * conversation is that of src/main/gateway/conversation.ts; src/main/command-line/relay.ts is its twin for clones. What needs no running app
 * (no argument, a switch, a file or link, --help, `diagnose`) is handed to the application's own program. C99 and the system's libraries only.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sha256.h"

enum { WRONG_USE = 64, UNREACHABLE = 69, FAULT = 70, NOT_WRITTEN = 74, UNKNOWN = 76 };
enum { LONGEST_INPUT = 1000000, LONGEST_RUN_FILE = 4096, LONGEST_HELLO = 1000, LONGEST_PIECE = 64000000 };
enum { HELLO_MS = 10000, START_MS = 10000, AGAIN_MS = 3000, LOOK_MS = 50 };

/* Text that grows. */
struct text {
  char *at;
  size_t length, room;
};

static void add(struct text *text, const char *from, size_t length) {
  if (text->length + length + 1 > text->room) {
    text->room = (text->length + length + 1) * 2;
    text->at = realloc(text->at, text->room);
    if (text->at == NULL) exit(FAULT);
  }
  if (length > 0) memcpy(text->at + text->length, from, length);
  text->length += length;
  text->at[text->length] = '\0';
}

static void add_text(struct text *text, const char *from) { add(text, from, strlen(from)); }

static struct text joined(const char *one, const char *other) {
  struct text text = {0};
  add_text(&text, one);
  add_text(&text, other);
  return text;
}

/* What the operating system does: connections, files, processes and the time. */
#ifdef _WIN32
#include "system-windows.h"
#else
#include "system-posix.h"
#endif

/* ── JSON ── */

/* The length of the UTF-8 character at `from`, or 0 for bytes that are none. */
static size_t character(const unsigned char *from, size_t left) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t length = from[0] < 0x80 ? 1 : from[0] >> 5 == 6 ? 2 : from[0] >> 4 == 14 ? 3 : from[0] >> 3 == 30 ? 4 : 0;
  if (length <= 1 || length > left) return length == 1;
  uint32_t code = from[0] & (0xffu >> (length + 1));
  for (size_t at = 1; at < length; at++) {
    if (from[at] >> 6 != 2) return 0;
    code = code << 6 | (from[at] & 0x3fu);
  }
  return code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : length;
}

/* Adds a JSON string. Bytes that are no UTF-8 become U+FFFD, as Node reads them. */
static void add_string(struct text *text, const char *from, size_t length) {
  add_text(text, "\"");
  for (size_t at = 0, step; at < length; at += step) {
    const unsigned char byte = (unsigned char)from[at];
    char escaped[8];
    step = character((const unsigned char *)from + at, length - at);
    if (step == 0) {
      step = 1;
      add_text(text, "\xef\xbf\xbd");
    } else if (byte < 0x20 || byte == '"' || byte == '\\') {
      snprintf(escaped, sizeof escaped, "\\u%04x", byte);
      add_text(text, escaped);
    } else
      add(text, from + at, step);
  }
  add_text(text, "\"");
}

static void add_member(struct text *text, const char *name, const char *value) {
  add_text(text, name);
  if (value == NULL) add_text(text, "null");
  else add_string(text, value, strlen(value));
}

static void add_code(struct text *text, uint32_t code) {
  const char bytes[] = {
    (char)(code < 0x80 ? code : code < 0x800 ? 0xc0 | code >> 6 : code < 0x10000 ? 0xe0 | code >> 12 : 0xf0 | code >> 18),
    (char)(0x80 | (code >> 12 & 0x3f)),
    (char)(0x80 | (code >> 6 & 0x3f)),
    (char)(0x80 | (code & 0x3f)),
  };
  const size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  add(text, bytes, 1);
  add(text, bytes + 4 - more, more);
}

/* The value of four hexadecimal digits, or -1. */
static int32_t hex4(const char *from) {
  int32_t value = 0;
  for (int at = 0; at < 4; at++) {
    const char *digits = "0123456789abcdef";
    const char digit = from[at] >= 'A' && from[at] <= 'F' ? (char)(from[at] + 32) : from[at];
    const char *found = digit == '\0' ? NULL : strchr(digits, digit);
    if (found == NULL) return -1;
    value = value << 4 | (int32_t)(found - digits);
  }
  return value;
}

/* Reads the JSON string at `from`, which ends with a zero. Returns what follows it, or NULL. */
static const char *read_string(const char *from, struct text *into) {
  static const char names[] = "\"\\/bfnrt", codes[] = "\"\\/\b\f\n\r\t";
  into->length = 0;
  add(into, "", 0);
  if (*from++ != '"') return NULL;
  for (;;) {
    const size_t plain = strcspn(from, "\"\\");
    add(into, from, plain);
    from += plain;
    if (*from == '"') return from + 1;
    if (*from++ == '\0') return NULL;
    const char *name = *from == '\0' ? NULL : strchr(names, *from);
    if (name != NULL) {
      add(into, codes + (name - names), 1);
      from += 1;
      continue;
    }
    if (*from++ != 'u') return NULL;
    int32_t code = hex4(from);
    if (code < 0) return NULL;
    from += 4;
    if (code >= 0xd800 && code < 0xdc00 && from[0] == '\\' && from[1] == 'u') {
      const int32_t low = hex4(from + 2);
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        from += 6;
      }
    }
    add_code(into, code >= 0xd800 && code < 0xe000 ? 0xfffd : (uint32_t)code);
  }
}

/* A member of an object: `value` is its text, or its number in digits when `is_number`. */
struct member {
  const char *name;
  bool is_there, is_number;
  struct text value;
};

/* Reads the members of a flat JSON object; nothing of the conversation nests. False for any other text. */
static bool read_object(const char *from, struct member *members, size_t count) {
  struct text name = {0}, value = {0};
  bool is_read = false;
  for (size_t at = 0; at < count; at++) members[at].is_there = false;
  for (char before = '{'; *from == before; before = ',') {
    from = read_string(from + 1, &name);
    if (from == NULL || *from++ != ':') break;
    const bool is_text = *from == '"';
    if (is_text) from = read_string(from, &value);
    else {
      const size_t length = strcspn(from, ",}[{\"");
      value.length = 0;
      add(&value, from, length);
      from += length;
    }
    if (from == NULL) break;
    for (size_t at = 0; at < count; at++)
      if (strcmp(members[at].name, name.at) == 0) {
        members[at].is_there = is_text || strspn(value.at, "0123456789") == value.length;
        members[at].is_number = !is_text;
        members[at].value.length = 0;
        add(&members[at].value, value.at, value.length);
      }
    is_read = strcmp(from, "}") == 0;
  }
  free(name.at);
  free(value.at);
  return is_read;
}

/* ── The conversation ── */

struct line {
  struct text held;
  size_t used;
};

/* Reads a line of at most `max` bytes into `line->held` at the returned place; NULL at the end, after `deadline`, and for a longer line. */
static char *next_line(struct connection *connection, struct line *line, size_t max, int64_t deadline) {
  memmove(line->held.at, line->held.at + line->used, line->held.length - line->used);
  line->held.length -= line->used;
  line->used = 0;
  for (size_t looked = 0;;) {
    char *end = line->held.length == looked ? NULL : memchr(line->held.at + looked, '\n', line->held.length - looked);
    looked = line->held.length;
    if ((end == NULL ? looked : (size_t)(end - line->held.at)) > max) return NULL;
    if (end != NULL) {
      *end = '\0';
      line->used = (size_t)(end - line->held.at) + 1;
      return line->held.at;
    }
    char bytes[65536];
    const long got = receive(connection, bytes, sizeof bytes, deadline);
    if (got <= 0) return NULL;
    add(&line->held, bytes, (size_t)got);
  }
}

static bool is_nonce(const struct member *member) {
  return member->is_there && !member->is_number && member->value.length == NONCE_DIGITS &&
         strspn(member->value.at, "0123456789abcdef") == NONCE_DIGITS;
}

static void new_nonce(char *digits) {
  unsigned char bytes[NONCE_DIGITS / 2];
  if (!random_bytes(bytes, sizeof bytes)) exit(FAULT);
  hex_of(bytes, sizeof bytes, digits);
}

/* Proves the knowledge of the cookie to an app that has proved it first, and sends the call. False when the app cannot. */
static bool converse(struct connection *connection, struct line *line, const char *cookie, const struct text *call) {
  const int64_t deadline = now_ms() + HELLO_MS;
  char nonce[NONCE_DIGITS + 1], expected[NONCE_DIGITS + 1];
  new_nonce(nonce);
  struct text said = {0};
  add_member(&said, "{\"nonce\":", nonce);
  add_text(&said, "}\n");
  struct member hello[] = {{.name = "nonce"}, {.name = "proof"}};
  bool is_proved = transmit(connection, said.at, said.length);
  const char *answer = is_proved ? next_line(connection, line, LONGEST_HELLO, deadline) : NULL;
  is_proved = answer != NULL && read_object(answer, hello, 2) && is_nonce(&hello[0]) && is_nonce(&hello[1]);
  if (is_proved) {
    proof_of(cookie, "app", nonce, hello[0].value.at, expected);
    is_proved = is_same(hello[1].value.at, expected, NONCE_DIGITS);
  }
  if (is_proved) {
    proof_of(cookie, "relay", nonce, hello[0].value.at, expected);
    said.length = 0;
    add_member(&said, "{\"proof\":", expected);
    add_text(&said, ",\"call\":");
    add(&said, call->at, call->length);
    add_text(&said, "}\n");
    is_proved = transmit(connection, said.at, said.length);
  }
  free(said.at);
  for (size_t at = 0; at < 2; at++) free(hello[at].value.at);
  return is_proved;
}

/* Connects to the running app of a data folder and sends it the call. False when none proves itself. */
static bool reach(const char *folder, struct connection *connection, struct line *line, const struct text *call) {
  struct text run = {0};
  struct member file[] = {{.name = "version"}, {.name = "address"}, {.name = "cookie"}};
  bool is_reached = read_run_file(folder, &run) && read_object(run.at, file, 3) && file[0].is_there && file[0].is_number &&
                    strcmp(file[0].value.at, "1") == 0 && file[1].is_there && is_nonce(&file[2]) && dial(file[1].value.at, connection);
  if (is_reached && !converse(connection, line, file[2].value.at, call)) {
    hang_up(connection);
    is_reached = false;
  }
  free(run.at);
  for (size_t at = 0; at < 3; at++) free(file[at].value.at);
  return is_reached;
}

/* ── The command ── */

static bool is_json = false;

static int fail(int status, const char *sentence) {
  struct text text = {0};
  if (is_json) {
    const char *code = status == WRONG_USE ? "invalidInput" : status == UNKNOWN ? "outcomeUnknown" : "notRunning";
    add_member(&text, "{\"version\":1,\"ok\":false,\"error\":{\"code\":", code);
    add_member(&text, ",\"sentence\":", sentence);
    add_text(&text, "},\"meta\":{\"requests\":0,\"waitedMs\":0,\"issued\":0,\"exchangeIds\":[]}}");
  } else
    add_text(&text, sentence);
  add_text(&text, "\n");
  put(!is_json, text.at, text.length);
  free(text.at);
  return status;
}

static bool hand_on(struct connection *connection, const char *from, size_t length) {
  struct text said = {0};
  add_text(&said, "{\"in\":");
  add_string(&said, from, length);
  add_text(&said, "}\n");
  const bool is_heard = transmit(connection, said.at, said.length);
  free(said.at);
  return is_heard;
}

/* Hands the standard input on, line by line so that no character is cut, until its end. */
static void pump(struct connection *connection) {
  struct text held = {0};
  char bytes[65536];
  bool is_heard = true;
  for (long got; is_heard && held.length <= LONGEST_INPUT && (got = take(bytes, sizeof bytes)) > 0;) {
    add(&held, bytes, (size_t)got);
    size_t end = held.length;
    while (end > 0 && held.at[end - 1] != '\n') end -= 1;
    if (end == 0) continue;
    is_heard = hand_on(connection, held.at, end);
    held.length -= end;
    memmove(held.at, held.at + end, held.length);
  }
  // The last line may lack its end.
  if (is_heard && held.length > 0 && held.length <= LONGEST_INPUT) is_heard = hand_on(connection, held.at, held.length);
  if (is_heard) transmit(connection, "{\"in\":null}\n", 12);
  free(held.at);
}

/* Writes the answer piece by piece. Returns the exit status. */
static int write_answer(struct connection *connection, struct line *line) {
  struct member piece[] = {{.name = "out"}, {.name = "err"}, {.name = "status"}, {.name = "lost"}, {.name = "unanswered"}};
  struct text lost = {0}, unanswered = {0};
  for (;;) {
    const char *said = next_line(connection, line, LONGEST_PIECE, INT64_MAX);
    if (said == NULL || !read_object(said, piece, 5)) {
      if (lost.length == 0) return fail(UNREACHABLE, "Latchkey ended before it answered.");
      // A write may have been done.
      if (unanswered.length > 0) put(false, unanswered.at, unanswered.length);
      return fail(UNKNOWN, lost.at);
    }
    if (piece[3].is_there) {
      lost.length = unanswered.length = 0;
      add(&lost, piece[3].value.at, piece[3].value.length);
      if (piece[4].is_there) add(&unanswered, piece[4].value.at, piece[4].value.length);
    }
    if (piece[2].is_there && piece[2].is_number) return atoi(piece[2].value.at);
    if (piece[0].is_there && !put(false, piece[0].value.at, piece[0].value.length)) return NOT_WRITTEN;
    if (piece[1].is_there) put(true, piece[1].value.at, piece[1].value.length);
  }
}

/* Writes the answer to a command whose standard input may go on meanwhile. */
static int answer(struct connection *connection, struct line *line, const char *command) {
  if (strcmp(command, "mcp") == 0) alongside(pump, connection);
  return write_answer(connection, line);
}

/* Reads the standard input; false when it is too long, in the characters of JavaScript. */
static bool read_input(struct text *input) {
  char bytes[65536];
  size_t characters = 0;
  add(input, "", 0);
  for (long got; (got = take(bytes, sizeof bytes)) > 0;) {
    add(input, bytes, (size_t)got);
    for (long at = 0; at < got; at++) characters += ((unsigned char)bytes[at] >> 6 != 2) + ((unsigned char)bytes[at] >= 0xf0);
    if (characters > LONGEST_INPUT) return false;
  }
  return true;
}

/* Whether the application's own program takes these arguments, rather than the app that runs. */
static bool is_for_program(int count, char **args) {
  if (count == 0 || args[0][0] == '-' || strpbrk(args[0], ":/\\.") != NULL) return true;
  for (int at = 0; at < count; at++)
    if (strcmp(args[at], "--help") == 0) return true;
  return strcmp(args[0], "diagnose") == 0 || strcmp(args[0], "self-test") == 0 || strcmp(args[0], "completion") == 0;
}

/* Writes a command as the app reads it. False when the standard input is too long. */
static bool write_call(struct text *call, int count, char **args) {
  struct text folder = {0}, input = {0};
  bool has_input = false;
  add_text(call, "{\"args\":[");
  for (int at = 0; at < count; at++) {
    has_input = has_input || strcmp(args[at], "-") == 0;
    add_member(call, at == 0 ? "" : ",", args[at]);
  }
  if (has_input && !read_input(&input)) return false;
  working_folder(&folder);
  const char *name = variable("LATCHKEY_PROGRAM");
  add_member(call, "],\"folder\":", folder.at);
  add_member(call, ",\"key\":", variable("LATCHKEY_KEY"));
  add_member(call, ",\"name\":", name != NULL && *name != '\0' ? name : NULL);
  add_text(call, ",\"input\":");
  if (has_input) add_string(call, input.at, input.length);
  else add_text(call, "null");
  add_text(call, "}");
  free(folder.at);
  free(input.at);
  return true;
}

int main(int count, char **given) {
  char **args = begin(&count, given);
  for (int at = 0; at < count; at++) is_json = is_json || strcmp(args[at], "--json") == 0 || strcmp(args[at], "--all") == 0;
  struct text program = {0};
  const bool has_program = find_program(&program);
  if (is_for_program(count, args)) {
    if (has_program) return run_program(program.at, count, args);
    return fail(UNREACHABLE, "The application was not found beside this command: install Latchkey again.");
  }
  struct text call = {0};
  if (!write_call(&call, count, args)) return fail(WRONG_USE, "The standard input is longer than 1 MB.");
  struct text folders[2] = {{0}, {0}};
  const int known = data_folders(folders);
  struct connection connection = {0};
  struct line line = {0};
  add(&line.held, "", 0);
  for (int at = 0; at < known; at++)
    if (reach(folders[at].at, &connection, &line, &call)) return answer(&connection, &line, args[0]);
  if (!has_program || known == 0) return fail(UNREACHABLE, "Latchkey is not running: start the app, then try again.");
  if (!has_desktop())
    return fail(UNREACHABLE, "Latchkey is not running, and there is no desktop session to start it in: start it in one, then try again.");
  // Of many commands at once, one starts the app; the others wait for it.
  const bool starts = is_first(folders[0].at);
  int64_t next = now_ms();
  for (const int64_t until = next + START_MS; now_ms() < until; pause_ms(LOOK_MS)) {
    // An app that was about to end has turned the first one away.
    if (starts && now_ms() >= next) {
      start_program(program.at);
      next += AGAIN_MS;
    }
    for (int at = 0; at < known; at++)
      if (reach(folders[at].at, &connection, &line, &call)) return answer(&connection, &line, args[0]);
  }
  return fail(UNREACHABLE, "Latchkey was started but does not answer: open the app and see what it says.");
}
