/* Windows: named pipes, UTF-16 arguments, and consoles that take UTF-16. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <shellapi.h>

/* RtlGenRandom of advapi32. */
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG length);

struct connection {
  HANDLE pipe;
};

static struct text narrow(const wchar_t *from) {
  struct text text = {0};
  const int length = WideCharToMultiByte(CP_UTF8, 0, from, -1, NULL, 0, NULL, NULL);
  char *bytes = malloc((size_t)length + 1);
  if (bytes == NULL) exit(FAULT);
  WideCharToMultiByte(CP_UTF8, 0, from, -1, bytes, length, NULL, NULL);
  add(&text, bytes, length > 0 ? (size_t)length - 1 : 0);
  free(bytes);
  return text;
}

static wchar_t *wide(const char *from, int length, int *wide_length) {
  const int needed = MultiByteToWideChar(CP_UTF8, 0, from, length, NULL, 0);
  wchar_t *text = calloc((size_t)needed + 1, sizeof *text);
  if (text == NULL) exit(FAULT);
  MultiByteToWideChar(CP_UTF8, 0, from, length, text, needed);
  if (wide_length != NULL) *wide_length = needed;
  return text;
}

static char **begin(int *count, char **given) {
  int all = 0;
  wchar_t **texts = CommandLineToArgvW(GetCommandLineW(), &all);
  if (texts == NULL) return given + 1;
  char **args = calloc((size_t)all + 1, sizeof *args);
  if (args == NULL) exit(FAULT);
  for (int at = 1; at < all; at++) args[at - 1] = narrow(texts[at]).at;
  *count = all > 0 ? all - 1 : 0;
  return args;
}

/* Returns a text that lives as long as this process; NULL for a variable that is not set. */
static const char *variable(const char *name) {
  static wchar_t value[32768];
  wchar_t *wide_name = wide(name, -1, NULL);
  SetLastError(ERROR_SUCCESS);
  const DWORD length = GetEnvironmentVariableW(wide_name, value, 32768);
  const bool is_there = length > 0 || GetLastError() == ERROR_SUCCESS;
  free(wide_name);
  return is_there && length < 32768 ? narrow(value).at : NULL;
}

static int64_t now_ms(void) { return (int64_t)GetTickCount64(); }

static void pause_ms(int ms) { Sleep((DWORD)ms); }

static bool random_bytes(unsigned char *bytes, size_t length) { return SystemFunction036(bytes, (ULONG)length); }

static bool dial(const char *address, struct connection *connection) {
  wchar_t *name = wide(address, -1, NULL);
  for (int tries = 0; tries < 2; tries++) {
    // The other side may learn who asks, and not act as the user.
    const DWORD flags = FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION;
    connection->pipe = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, flags, NULL);
    if (connection->pipe != INVALID_HANDLE_VALUE || GetLastError() != ERROR_PIPE_BUSY) break;
    WaitNamedPipeW(name, 2000);
  }
  free(name);
  return connection->pipe != INVALID_HANDLE_VALUE;
}

static void hang_up(struct connection *connection) { CloseHandle(connection->pipe); }

/* Waits for what was begun on the pipe. Returns the number of bytes, or -1. */
static long finish(HANDLE pipe, OVERLAPPED *work, BOOL is_begun, int64_t deadline) {
  DWORD done = 0;
  if (!is_begun && GetLastError() != ERROR_IO_PENDING) return -1;
  const int64_t left = deadline == INT64_MAX ? 0 : deadline - now_ms();
  const DWORD wait = deadline == INT64_MAX ? INFINITE : left > 0 ? (DWORD)left : 0;
  if (WaitForSingleObject(work->hEvent, wait) != WAIT_OBJECT_0) CancelIoEx(pipe, work);
  return GetOverlappedResult(pipe, work, &done, TRUE) ? (long)done : -1;
}

static long receive(struct connection *connection, char *bytes, size_t room, int64_t deadline) {
  OVERLAPPED work = {.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL)};
  const BOOL is_begun = ReadFile(connection->pipe, bytes, (DWORD)room, NULL, &work);
  const long got = finish(connection->pipe, &work, is_begun, deadline);
  CloseHandle(work.hEvent);
  return got;
}

static bool transmit(struct connection *connection, const char *bytes, size_t length) {
  OVERLAPPED work = {.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL)};
  long done = 1;
  for (; length > 0 && done > 0; bytes += done, length -= (size_t)done) {
    ResetEvent(work.hEvent);
    const BOOL is_begun = WriteFile(connection->pipe, bytes, length > 65536 ? 65536 : (DWORD)length, NULL, &work);
    done = finish(connection->pipe, &work, is_begun, INT64_MAX);
    if (done <= 0) break;
  }
  CloseHandle(work.hEvent);
  return length == 0;
}

static bool put(bool is_error, const char *bytes, size_t length) {
  const HANDLE file = GetStdHandle(is_error ? STD_ERROR_HANDLE : STD_OUTPUT_HANDLE);
  DWORD mode, done = 1;
  if (length > 0 && GetConsoleMode(file, &mode)) {
    int characters = 0, written = 0;
    wchar_t *text = wide(bytes, (int)length, &characters);
    while (written < characters && done > 0) {
      const DWORD some = characters - written > 8192 ? 8192 : (DWORD)(characters - written);
      if (!WriteConsoleW(file, text + written, some, &done, NULL)) break;
      written += (int)done;
    }
    free(text);
    return written == characters;
  }
  for (; length > 0; bytes += done, length -= done)
    if (!WriteFile(file, bytes, length > 65536 ? 65536 : (DWORD)length, &done, NULL) || done == 0) return false;
  return true;
}

struct side_work {
  void (*work)(struct connection *);
  struct connection *connection;
};

static DWORD WINAPI run_side_work(LPVOID given) {
  const struct side_work *one = given;
  one->work(one->connection);
  return 0;
}

/* Runs `work` beside this thread; it ends with the process. */
static void alongside(void (*work)(struct connection *), struct connection *connection) {
  static struct side_work one;
  one.work = work;
  one.connection = connection;
  CreateThread(NULL, 0, run_side_work, &one, 0, NULL);
}

static long take(char *bytes, size_t room) {
  DWORD got = 0;
  return ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes, (DWORD)room, &got, NULL) ? (long)got : 0;
}

static HANDLE open_file(const char *path, DWORD access, DWORD sharing, DWORD creation) {
  wchar_t *name = wide(path, -1, NULL);
  const HANDLE file = CreateFileW(name, access, sharing, NULL, creation, FILE_ATTRIBUTE_NORMAL, NULL);
  free(name);
  return file;
}

/* The profile’s permissions keep others from this file. */
static bool read_run_file(const char *folder, struct text *run) {
  struct text path = joined(folder, "\\run\\gateway.json");
  const HANDLE file = open_file(path.at, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING);
  char bytes[LONGEST_RUN_FILE];
  DWORD got = 0;
  free(path.at);
  if (file == INVALID_HANDLE_VALUE) return false;
  if (ReadFile(file, bytes, sizeof bytes, &got, NULL)) add(run, bytes, got);
  CloseHandle(file);
  return got > 0;
}

static void working_folder(struct text *folder) {
  static wchar_t path[32768];
  if (GetCurrentDirectoryW(32768, path) == 0) *path = L'\0';
  *folder = narrow(path);
}

static int data_folders(struct text *folders) {
  const char *names[] = {"LOCALAPPDATA", "APPDATA"}, *chosen = variable("LATCHKEY_DATA");
  int known = 0;
  if (chosen != NULL && *chosen != '\0') folders[known++] = joined(chosen, "");
  for (int at = 0; at < 2 && (chosen == NULL || *chosen == '\0'); at++) {
    const char *parent = variable(names[at]);
    if (parent != NULL && *parent != '\0') folders[known++] = joined(parent, "\\Latchkey");
  }
  return known;
}

static bool find_program(struct text *program) {
  static const char inside[] = "\\resources\\bin\\latchkey.exe";
  static wchar_t path[32768];
  const char *chosen = variable("LATCHKEY_APP");
  if (chosen != NULL && *chosen != '\0') add_text(program, chosen);
  else if (GetModuleFileNameW(NULL, path, 32768) > 0) {
    struct text own = narrow(path);
    const size_t end = sizeof inside - 1;
    if (own.length > end && _stricmp(own.at + own.length - end, inside) == 0) {
      add(program, own.at, own.length - end);
      add_text(program, "\\Latchkey.exe");
    }
    free(own.at);
  }
  if (program->length == 0) return false;
  wchar_t *name = wide(program->at, -1, NULL);
  const bool is_there = GetFileAttributesW(name) != INVALID_FILE_ATTRIBUTES;
  free(name);
  return is_there;
}

/* Adds an argument so that the C runtime of the other process reads it back: a quote and the backslashes before it get backslashes. */
static void add_argument(struct text *line, const char *arg) {
  size_t slashes = 0;
  add_text(line, line->length == 0 ? "\"" : " \"");
  for (; *arg != '\0'; arg++) {
    if (*arg == '"')
      for (slashes++; slashes > 0; slashes--) add_text(line, "\\");
    slashes = *arg == '\\' ? slashes + 1 : 0;
    add(line, arg, 1);
  }
  for (; slashes > 0; slashes--) add_text(line, "\\");
  add_text(line, "\"");
}

static bool create(const char *program, int count, char **args, DWORD flags, const wchar_t *folder, PROCESS_INFORMATION *made) {
  STARTUPINFOW about = {.cb = sizeof about};
  struct text line = {0};
  add_argument(&line, program);
  for (int at = 0; at < count; at++) add_argument(&line, args[at]);
  if (flags == 0) {
    about.dwFlags = STARTF_USESTDHANDLES;
    about.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    about.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    about.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  }
  wchar_t *name = wide(program, -1, NULL), *command = wide(line.at, -1, NULL);
  const BOOL is_made = CreateProcessW(name, command, NULL, NULL, flags == 0, flags, NULL, folder, &about, made);
  free(name);
  free(command);
  free(line.at);
  return is_made;
}

/* Runs the application's program and waits for a command of it; a window is only opened. */
static int run_program(const char *program, int count, char **args) {
  PROCESS_INFORMATION made;
  DWORD status = UNREACHABLE;
  if (!create(program, count, args, 0, NULL, &made)) return UNREACHABLE;
  if (count == 0) return 0;
  WaitForSingleObject(made.hProcess, INFINITE);
  GetExitCodeProcess(made.hProcess, &status);
  return (int)status;
}

/* Starts the app without a window. It may run for days, so it gets neither the caller’s key nor, unless paths are named from it, its folder. */
static void start_program(const char *program) {
  PROCESS_INFORMATION made;
  char *args[] = {"--background"};
  const char *data = variable("LATCHKEY_DATA"), *profile = variable("USERPROFILE");
  const bool leaves = (data == NULL || *data == '\0') && profile != NULL && *profile != '\0';
  wchar_t *folder = leaves ? wide(profile, -1, NULL) : NULL;
  SetEnvironmentVariableW(L"LATCHKEY_KEY", NULL);
  SetEnvironmentVariableW(L"LATCHKEY_PROGRAM", NULL);
  create(program, 1, args, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP, folder, &made);
  free(folder);
}

/* A service has no desktop. */
static bool has_desktop(void) {
  DWORD session = 0;
  return ProcessIdToSessionId(GetCurrentProcessId(), &session) && session != 0;
}

static bool is_first(const char *folder) {
  struct text path = joined(folder, "\\start.lock");
  const HANDLE file = open_file(path.at, GENERIC_WRITE, 0, OPEN_ALWAYS);
  free(path.at);
  return file != INVALID_HANDLE_VALUE || GetLastError() != ERROR_SHARING_VIOLATION;
}
