/* Linux and macOS. */
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

struct connection {
  int socket;
};

static char **begin(int *count, char **given) {
  signal(SIGPIPE, SIG_IGN);
  *count -= *count > 0;
  return given + 1;
}

static const char *variable(const char *name) { return getenv(name); }

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_ms(int ms) { poll(NULL, 0, ms); }

static bool random_bytes(unsigned char *bytes, size_t length) {
  const int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  const bool is_read = file >= 0 && read(file, bytes, length) == (ssize_t)length;
  if (file >= 0) close(file);
  return is_read;
}

static bool dial(const char *address, struct connection *connection) {
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  if (strlen(address) >= sizeof to.sun_path) return false;
  memcpy(to.sun_path, address, strlen(address) + 1);
  connection->socket = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connection->socket < 0) return false;
  fcntl(connection->socket, F_SETFD, FD_CLOEXEC);
  if (connect(connection->socket, (struct sockaddr *)&to, sizeof to) == 0) return true;
  close(connection->socket);
  return false;
}

static void hang_up(struct connection *connection) { close(connection->socket); }

/* Returns the number of bytes; 0 at the end, -1 after `deadline` or for a failure. */
static long receive(struct connection *connection, char *bytes, size_t room, int64_t deadline) {
  for (;;) {
    if (deadline != INT64_MAX) {
      const int64_t left = deadline - now_ms();
      struct pollfd wait = {.fd = connection->socket, .events = POLLIN};
      if (left <= 0) return -1;
      if (poll(&wait, 1, (int)left) <= 0) continue;
    }
    const ssize_t got = read(connection->socket, bytes, room);
    if (got >= 0 || errno != EINTR) return (long)got;
  }
}

static bool write_all(int file, const char *bytes, size_t length) {
  while (length > 0) {
    const ssize_t done = write(file, bytes, length);
    if (done < 0 && errno == EAGAIN) {
      struct pollfd wait = {.fd = file, .events = POLLOUT};
      poll(&wait, 1, -1);
    } else if (done < 0 && errno != EINTR)
      return false;
    if (done > 0) {
      bytes += done;
      length -= (size_t)done;
    }
  }
  return true;
}

static bool transmit(struct connection *connection, const char *bytes, size_t length) { return write_all(connection->socket, bytes, length); }

static bool put(bool is_error, const char *bytes, size_t length) { return write_all(is_error ? STDERR_FILENO : STDOUT_FILENO, bytes, length); }

static long take(char *bytes, size_t room) {
  for (;;) {
    const ssize_t got = read(STDIN_FILENO, bytes, room);
    if (got >= 0 || errno != EINTR) return (long)got;
  }
}

struct side_work {
  void (*work)(struct connection *);
  struct connection *connection;
};

static void *run_side_work(void *given) {
  const struct side_work *one = given;
  one->work(one->connection);
  return NULL;
}

/* Runs `work` beside this thread; it ends with the process, however that ends. */
static void alongside(void (*work)(struct connection *), struct connection *connection) {
  static struct side_work one;
  pthread_t thread;
  one.work = work;
  one.connection = connection;
  if (pthread_create(&thread, NULL, run_side_work, &one) != 0) exit(FAULT);
}

/* Reads the file by which the app is found; false for one that others could have written. */
static bool read_run_file(const char *folder, struct text *run) {
  struct stat about;
  struct text path = joined(folder, "/run");
  bool is_read = lstat(path.at, &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == getuid() && (about.st_mode & 077) == 0;
  add_text(&path, "/gateway.json");
  const int file = is_read ? open(path.at, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
  is_read = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == getuid() && (about.st_mode & 077) == 0;
  if (is_read) {
    char bytes[LONGEST_RUN_FILE];
    const ssize_t got = read(file, bytes, sizeof bytes);
    is_read = got > 0;
    if (is_read) add(run, bytes, (size_t)got);
  }
  if (file >= 0) close(file);
  free(path.at);
  return is_read;
}

static void working_folder(struct text *folder) {
  char path[PATH_MAX];
  add_text(folder, getcwd(path, sizeof path) == NULL ? "" : path);
}

/* The folders in which the app may keep its data. */
static int data_folders(struct text *folders) {
  const char *chosen = getenv("LATCHKEY_DATA"), *home = getenv("HOME");
  if (chosen != NULL && *chosen != '\0') {
    folders[0] = joined(chosen, "");
    return 1;
  }
#ifdef __APPLE__
  if (home == NULL || *home == '\0') return 0;
  folders[0] = joined(home, "/Library/Application Support/Latchkey");
#else
  const char *settings = getenv("XDG_CONFIG_HOME");
  if (settings != NULL && *settings != '\0') folders[0] = joined(settings, "/Latchkey");
  else if (home != NULL && *home != '\0') folders[0] = joined(home, "/.config/Latchkey");
  else return 0;
#endif
  return 1;
}

/* Finds the application's program: LATCHKEY_APP, or the one in whose resources this command lies. */
static bool find_program(struct text *program) {
  const char *chosen = getenv("LATCHKEY_APP");
  char own[PATH_MAX];
#ifdef __APPLE__
  static const char *const inside = "/Resources/bin/latchkey", *const beside = "/MacOS/Latchkey";
  char given[PATH_MAX];
  uint32_t room = sizeof given;
  if (_NSGetExecutablePath(given, &room) != 0 || realpath(given, own) == NULL) *own = '\0';
#else
  static const char *const inside = "/resources/bin/latchkey", *const beside = "/latchkey";
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  own[length < 0 ? 0 : length] = '\0';
#endif
  const size_t all = strlen(own), end = strlen(inside);
  if (chosen != NULL && *chosen != '\0') add_text(program, chosen);
  else if (all > end && strcmp(own + all - end, inside) == 0) {
    own[all - end] = '\0';
    add_text(program, own);
    add_text(program, beside);
  }
  return program->length > 0 && access(program->at, X_OK) == 0;
}

/* Becomes the application's program. Returns only when that fails. */
static int run_program(const char *program, int count, char **args) {
  char **all = calloc((size_t)count + 2, sizeof *all);
  if (all == NULL) return FAULT;
  all[0] = (char *)program;
  memcpy(all + 1, args, (size_t)count * sizeof *all);
  signal(SIGPIPE, SIG_DFL);
  execv(program, all);
  return UNREACHABLE;
}

/* Starts the app without a window. It may run for days, so it gets neither this terminal nor the caller’s key, open files and folder. */
static void start_program(const char *program) {
  if (fork() != 0) return;
  setsid();
  unsetenv("LATCHKEY_KEY");
  unsetenv("LATCHKEY_PROGRAM");
  const int nothing = open("/dev/null", O_RDWR);
  for (int file = 0; nothing >= 0 && file < 3; file++) dup2(nothing, file);
  const long files = sysconf(_SC_OPEN_MAX);
  for (int file = 3; file < files && file < 65536; file++) close(file);
  // A relative path still has to lead to the same place.
  const char *data = getenv("LATCHKEY_DATA");
  const bool is_relative = *program != '/' || (data != NULL && *data != '\0' && *data != '/');
  if (!is_relative && chdir("/") != 0) _exit(UNREACHABLE);
  char *args[] = {"--background"};
  _exit(run_program(program, 1, args));
}

/* Whether the app can open here. On macOS the user of the desktop owns the console. */
static bool has_desktop(void) {
#ifdef __APPLE__
  struct stat console;
  return stat("/dev/console", &console) == 0 && console.st_uid == getuid();
#else
  const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
  return (x != NULL && *x != '\0') || (wayland != NULL && *wayland != '\0');
#endif
}

/* Whether no other command is starting the app; true where that cannot be known. The lock ends with this process. */
static bool is_first(const char *folder) {
  struct text path = joined(folder, "/start.lock");
  const int file = open(path.at, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  free(path.at);
  return file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0;
}
